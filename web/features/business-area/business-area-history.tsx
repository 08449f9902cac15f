import { useQuery } from '@tanstack/react-query';
import type { BusinessAreaChange } from '#domain/business-area/schema.ts';
import { ChangeList } from '../../components/layout/change-list.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
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

/** The changes of a business area, newest first. */
export const BusinessAreaHistory = ({ id }: { id: number }) => {
  const t = useLazyTexts('business-areas');
  const history = useQuery(businessAreaHistoryOptions(id));
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-1 font-semibold text-sm">{t('business-areas.history')}</h3>
      <QueryView query={history} skeleton={<Skeleton className="late h-20 w-full" />}>
        {(entries) => (
          <ChangeList
            entries={entries.map(({ id: entry, kind, user, happenedAt, changes }) => ({
              id: entry,
              title: t(sentences[kind]),
              by: user?.name ?? t('common.product'),
              at: happenedAt,
              changes: changes.map(({ field, from, to }) => ({ label: t(fields[field]), from, to })),
            }))}
          />
        )}
      </QueryView>
    </section>
  );
};
