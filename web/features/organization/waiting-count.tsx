import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../components/ui/badge.tsx';
import { waitingDeletionsOptions } from './deletion-queries.ts';

const minute = 60_000;

/** The number of organizations that wait for a decision about their deletion. Shows nothing if there are none. */
export const WaitingCount = () => {
  const { t } = useTranslation();
  const total = useQuery({ ...waitingDeletionsOptions, staleTime: minute, refetchInterval: minute }).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Badge tone="accent" className="tabular-nums">
      <span aria-hidden>{total}</span>
      <span className="sr-only">{t('access.waiting-count', { count: total })}</span>
    </Badge>
  );
};
