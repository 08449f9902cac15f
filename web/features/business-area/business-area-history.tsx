import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BusinessAreaChange } from '#domain/business-area/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { ValueChange } from '../../components/text/value-change.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { businessAreaHistoryOptions } from './queries.ts';

/** The texts of the events and of their fields, by their names in the events. */
const sentences = {
  added: 'business-areas.history-added',
  changed: 'business-areas.history-changed',
  removed: 'business-areas.removed',
} as const satisfies Record<BusinessAreaChange['kind'], string>;
const fields = {
  name: 'business-areas.change-name',
  description: 'business-areas.change-description',
} as const satisfies Record<BusinessAreaChange['changes'][number]['field'], string>;

const Entry = ({ kind, user, happenedAt, changes }: BusinessAreaChange) => {
  const { t } = useTranslation();
  return (
    <li className="grid gap-1 py-2.5 text-table">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{t(sentences[kind])}</span>
        <bdi className="text-muted text-xs">{user?.name ?? t('common.product')}</bdi>
        <span className="text-muted text-xs">
          <RelativeTime at={happenedAt} />
        </span>
      </p>
      {changes.map(({ field, from, to }) => (
        <div key={field} className="flex flex-wrap gap-x-2 gap-y-0.5 text-xs">
          <span className="text-muted">{t(fields[field])}</span>
          {from !== '' && <ValueChange side="before" text={from} />}
          {to !== '' && <ValueChange side="after" text={to} />}
        </div>
      ))}
    </li>
  );
};

/** The changes of a business area, newest first. */
export const BusinessAreaHistory = ({ id }: { id: number }) => {
  const { t } = useTranslation();
  const history = useQuery(businessAreaHistoryOptions(id));
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-1 font-semibold text-sm">{t('business-areas.history')}</h3>
      <QueryView query={history} skeleton={<Skeleton className="late h-20 w-full" />}>
        {(entries) => (
          <ol className="divide-y divide-border">
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </ol>
        )}
      </QueryView>
    </section>
  );
};
