import { ChevronRight } from 'lucide-react';
import { Code } from '../../components/text/code.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** What a person could do then, as rows of the table of rights: an administrator has nearly a hundred. */
export const AsOfRights = ({ rights }: { rights: readonly string[] }) => {
  const t = useLazyTexts('as-of');
  return (
    <details className="group rounded-card border border-border">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-card px-3 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90" />
        <span className="grid">
          <span className="font-semibold text-sm">{t('as-of.rights')}</span>
          <span className="text-muted text-table">
            {rights.length === 0 ? t('as-of.no-rights') : t('as-of.rights-text', { count: rights.length })}
          </span>
        </span>
      </summary>
      {rights.length > 0 && (
        <ul className="flex flex-wrap gap-1.5 border-border border-t p-4">
          {rights.map((right) => (
            <li key={right}>
              <Code>{right}</Code>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
};
