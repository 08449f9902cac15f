import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../components/layout/query-view.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { RoleChips } from '../user/shared/role-chips.tsx';
import { roleHistoryOptions } from './queries.ts';

/** Who changed somebody's roles, the newest first. */
export const RoleHistory = ({ id }: { id: number }) => {
  const { t } = useTranslation();
  const people = useLazyTexts('people');
  const history = useQuery(roleHistoryOptions(id));
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-1 font-semibold text-sm">{people('people.role-history')}</h3>
      <QueryView query={history} skeleton={<Skeleton className="late h-20 w-full" />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-muted text-table">{people('people.no-role-history')}</p>
          ) : (
            <ol className="divide-y divide-border">
              {entries.map(({ id: entry, oldRole, newRole, user, approvedBy, updatedAt }) => (
                <li key={entry} className="grid gap-1.5 py-2.5 text-table">
                  <p className="flex flex-wrap gap-x-3 text-muted text-xs">
                    <bdi>{user?.name ?? t('common.product')}</bdi>
                    {approvedBy && <bdi>{people('people.approved-by', { name: approvedBy.name })}</bdi>}
                    <RelativeTime at={updatedAt} />
                  </p>
                  <div className="flex flex-wrap items-center gap-2">
                    <RoleChips roles={oldRole} />
                    <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted rtl:-scale-x-100" />
                    <RoleChips roles={newRole} />
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
    </section>
  );
};
