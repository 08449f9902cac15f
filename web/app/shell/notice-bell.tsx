import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { CountMark } from '../../components/ui/count-mark.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { unreadNoticesOptions } from '../../features/notice/queries.ts';
import { paths } from '../routes/paths.ts';

/** Larger counts are shown as "99+". */
const shownAtMost = 99;

/** Links to the notices and shows the number of unread ones, and whether a gateway is away. */
export const NoticeBell = () => {
  const { t } = useTranslation();
  const [location] = useLocation();
  const { unread = 0, outages = [] } = useQuery(unreadNoticesOptions).data ?? {};
  const isAway = outages.length > 0;
  const count = unread > shownAtMost ? `${shownAtMost}+` : String(unread);
  const notices = unread === 0 ? t('shell.notices') : t('shell.notices-unread', { count: unread, shown: count });
  const label = isAway ? `${notices} · ${t('shell.gateway-away')}` : notices;
  return (
    <Tooltip text={label} side="bottom">
      <Button variant="quiet" size="icon" asChild>
        <Link
          href={paths.notices()}
          aria-label={label}
          aria-current={location === paths.notices() ? 'page' : undefined}
          className="relative aria-[current=page]:text-foreground"
        >
          {isAway ? <BellRing className="text-danger" /> : <Bell />}
          {unread > 0 && <CountMark count={count} />}
        </Link>
      </Button>
    </Tooltip>
  );
};
