import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/ui/badge.tsx';
import { type Scope, waitingOptions } from './queries.ts';

const minute = 60_000;

/** The number of requests that wait for a reviewer. Shows nothing if there are none. */
const WaitingCount = ({ scope }: { scope: Scope }) => {
  const { t } = useTranslation();
  const total = useQuery({ ...waitingOptions(scope), refetchInterval: minute }).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Badge tone="accent" className="tabular-nums">
      <span aria-hidden>{total}</span>
      <span className="sr-only">{t('access.waiting-count', { count: total })}</span>
    </Badge>
  );
};

/** All waiting requests, in the menu of portal administrators. */
export const PendingCount = () => <WaitingCount scope="all" />;

/** The waiting requests of the user's organization, in the menus of company administrators. */
export const QueueCount = () => <WaitingCount scope="own" />;
