import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ComparisonChanges } from '../version/shared/comparison-changes.tsx';
import { fileComparisonOptions } from '../version/shared/queries.ts';

/** Shows what a file would change for an API's callers, before it is published. */
export const FileComparison = ({ apiId, file }: { apiId: number; file: File }) => {
  const t = useLazyTexts('versions');
  const comparison = useQuery(fileComparisonOptions(apiId, file));
  return (
    <section aria-label={t('versions.against-current')} className="grid gap-2">
      <h3 className="font-medium text-table">{t('versions.against-current')}</h3>
      <QueryView query={comparison} skeleton={<Skeleton className="h-24 w-full rounded-card" />}>
        {(found) => (
          <div className="grid max-h-96 gap-2 overflow-y-auto">
            <ComparisonChanges comparison={found} />
          </div>
        )}
      </QueryView>
    </section>
  );
};
