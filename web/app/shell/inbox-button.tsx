import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { inboxCountOptions } from '../../features/inbox/queries.ts';
import { paths } from '../routes/paths.ts';
import { CountedLink, shownCount } from './counted-link.tsx';

/** Links to what waits for the user's decision, and shows how much that is. */
export const InboxButton = () => {
  const { t } = useTranslation();
  const { waiting = 0 } = useQuery(inboxCountOptions).data ?? {};
  const label = waiting === 0 ? t('shell.inbox') : t('shell.inbox-waiting', { shown: shownCount(waiting) });
  return (
    <CountedLink href={paths.inbox()} label={label} count={waiting}>
      <ClipboardCheck />
    </CountedLink>
  );
};
