import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { unreadNoticesOptions } from '../../features/notice/queries.ts';
import { paths } from '../routes/paths.ts';
import { CountedLink, shownCount } from './counted-link.tsx';

/** Links to the notices and shows the number of unread ones, and whether a gateway is away. */
export const NoticeBell = () => {
  const { t } = useTranslation();
  const { unread = 0, outages = [] } = useQuery(unreadNoticesOptions).data ?? {};
  const isAway = outages.length > 0;
  const notices =
    unread === 0 ? t('shell.notices') : t('shell.notices-unread', { count: unread, shown: shownCount(unread) });
  return (
    <CountedLink
      href={paths.notices()}
      label={isAway ? `${notices} · ${t('shell.gateway-away')}` : notices}
      count={unread}
    >
      {isAway ? <BellRing className="text-danger" /> : <Bell />}
    </CountedLink>
  );
};
