import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AccessFacts, AccessRequestRow } from '#domain/access/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { accessFactsOptions } from './shared/queries.ts';

const Muted = ({ children }: { children: ReactNode }) => <span className="text-muted">{children}</span>;

const Environments = ({ environments }: Pick<AccessFacts, 'environments'>) => {
  const t = useLazyTexts('review');
  return (
    <span className="grid gap-1">
      {environments.length > 0 && (
        <span className="flex flex-wrap gap-1.5">
          {environments.map((environment) => (
            <EnvironmentTag key={environment} environment={environment} />
          ))}
        </span>
      )}
      <Muted>{t(environments.length > 0 ? 'review.covers-later' : 'review.covers-none')}</Muted>
    </span>
  );
};

type Request = Pick<AccessRequestRow, 'id' | 'type'>;

const Granted = ({ type, granted: { names, total } }: Pick<AccessFacts, 'granted'> & Pick<Request, 'type'>) => {
  const t = useLazyTexts('review');
  const format = useFormat();
  if (total === 0) return <Muted>{t(type === 'api' ? 'review.has-none' : 'review.has-none-event')}</Muted>;
  const more = total - names.length;
  return <bdi>{format.list(more > 0 ? [...names, t('review.has-more', { count: more })] : names)}</bdi>;
};

const Denial = ({ denied: { at, by, note } }: { denied: NonNullable<AccessFacts['denied']> }) => {
  const t = useLazyTexts('review');
  const format = useFormat();
  return (
    <span className="grid">
      <span>{t('access.by-at', { name: by, when: format.dateTime(at) })}</span>
      {note && (
        <span dir="auto" className="block whitespace-pre-line text-muted">
          {note}
        </span>
      )}
    </span>
  );
};

const Joined = ({ joined }: Pick<AccessFacts, 'joined'>) => (
  <ul className="grid gap-1">
    {joined.map(({ at, by, reason }) => (
      <li key={`${at} ${by}`}>
        <bdi>{by}</bdi>
        {reason && (
          <span dir="auto" className="block whitespace-pre-line text-muted">
            {reason}
          </span>
        )}
      </li>
    ))}
  </ul>
);

/** What a decision on a request rests on: what it would open, for whom, and what was decided before. */
export const ReviewFacts = ({ request: { id, type } }: Readonly<{ request: Request }>) => {
  const t = useLazyTexts('review');
  const facts = useQuery(accessFactsOptions(id));
  return (
    <QueryView query={facts} skeleton={<Skeleton className="h-24 w-full rounded-card" />}>
      {({ external, environments, granted, joined, denied }) => (
        <DescriptionList
          entries={[
            [t('review.kind'), t(external ? 'review.external' : 'review.internal')],
            [
              t('review.covers'),
              type === 'api' ? (
                <Environments key="covers" environments={environments} />
              ) : (
                <Muted key="covers">{t('review.covers-event')}</Muted>
              ),
            ],
            [t('review.has'), <Granted key="has" type={type} granted={granted} />],
            ...(joined.length > 0
              ? ([[t('review.also-asked'), <Joined key="joined" joined={joined} />]] as const)
              : []),
            ...(denied ? ([[t('review.denied-before'), <Denial key="denied" denied={denied} />]] as const) : []),
          ]}
        />
      )}
    </QueryView>
  );
};
