import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OperationMatch } from '#domain/api/schema.ts';

const addressOf = ({ apiId, method, path }: OperationMatch): string =>
  `/swagger-page/${apiId}?${new URLSearchParams({ operation: `${method} ${path}` })}`;

/** The operations by which an API was found. Each leads to its documentation. */
export const OperationMatches = ({ matches }: { matches: readonly OperationMatch[] }) => {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('apis.matches')} className="relative z-[1] grid min-w-0 gap-0.5 text-table">
      {matches.map((match) => (
        <li key={`${match.method} ${match.path}`} className="flex min-w-0">
          <Link
            href={addressOf(match)}
            title={match.summary || match.path}
            dir="ltr"
            className="flex min-w-0 gap-1.5 rounded-control font-mono hover:underline"
          >
            <span className="shrink-0 text-muted">{match.method}</span>{' '}
            <span className="truncate text-accent-text">{match.path}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};
