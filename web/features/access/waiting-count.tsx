import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { decidesAccess } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { waitingRequestsOptions } from './shared/queries.ts';

const minute = 60_000;

/** The number of waiting requests for access, beside the screen's name in the menu. Shows nothing if there are none, and for an
 * auditor, who decides none. */
export const WaitingCount = () => {
  const { t } = useTranslation();
  const enabled = decidesAccess(useUser());
  const waiting = useQuery({ ...waitingRequestsOptions, staleTime: minute, refetchInterval: minute, enabled });
  const total = waiting.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Badge tone="accent" className="tabular-nums">
      <span aria-hidden>{total}</span>
      <span className="sr-only">{t('access.waiting-count', { count: total })}</span>
    </Badge>
  );
};
