import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../components/ui/cn.ts';
import { useFormat } from '../../../i18n/format.ts';

type Props = Readonly<{
  removals: Readonly<{ keys: number; deployments?: number; since: string; overdue?: boolean }>;
}>;

/**
 * Warns of deleted keys and deployments that are still on the gateway. They may still work, so every screen that could
 * show them says so.
 */
export const RemovalsNotice = ({ removals: { keys, deployments = 0, since, overdue = false } }: Props) => {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = {
    keys: t('operations.removals.keys', { count: keys }),
    deployments: t('operations.removals.deployments', { count: deployments }),
  };
  const one = deployments === 0 ? counted.keys : counted.deployments;
  const what = keys > 0 && deployments > 0 ? t('operations.removals.both', counted) : one;
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
