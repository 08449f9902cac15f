import { TriangleAlert } from 'lucide-react';
import type { PendingRemovals } from '#domain/operation/schema.ts';
import { cn } from '../../../components/ui/cn.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

type Props = Readonly<{ removals: Omit<PendingRemovals, 'overdue'> & Readonly<{ overdue?: boolean }> }>;

/**
 * Warns of removals that are not done at the gateway. What was removed may still work, so every screen that could show it
 * says so.
 */
export const RemovalsNotice = ({ removals: { counts, since, overdue = false } }: Props) => {
  const t = useLazyTexts('operations');
  const format = useFormat();
  const what = format.list(
    counts.map(({ kind, count }) => `${t(`operations.kind.${kind}`)} (${format.number(count)})`),
  );
  return (
    <p
      role="status"
      className={cn('flex gap-2 rounded-control px-3 py-2 text-table', overdue ? 'bg-danger/8' : 'bg-warning/10')}
    >
      <TriangleAlert className={cn('mt-0.5 size-4 shrink-0', overdue ? 'text-danger' : 'text-warning')} />
      <span>
        {t('operations.removals.text', { what, when: format.dateTime(since) })}
        {overdue && ` ${t('operations.removals.late')}`}
      </span>
    </p>
  );
};
