import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { CountMark } from '../../components/ui/count-mark.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { inboxCountOptions } from '../../features/inbox/queries.ts';
import { paths } from '../routes/paths.ts';

/** Larger counts are shown as "99+". */
const shownAtMost = 99;

/** Links to what waits for the user's decision, and shows how much that is. */
export const InboxButton = () => {
  const { t } = useTranslation();
  const [location] = useLocation();
  const { waiting = 0 } = useQuery(inboxCountOptions).data ?? {};
  const count = waiting > shownAtMost ? `${shownAtMost}+` : String(waiting);
  const label = waiting === 0 ? t('shell.inbox') : t('shell.inbox-waiting', { shown: count });
  return (
    <Tooltip text={label} side="bottom">
      <Button variant="quiet" size="icon" asChild>
        <Link
          href={paths.inbox()}
          aria-label={label}
          aria-current={location === paths.inbox() ? 'page' : undefined}
          className="relative aria-[current=page]:text-foreground"
        >
          <ClipboardCheck />
          {waiting > 0 && <CountMark count={count} />}
        </Link>
      </Button>
    </Tooltip>
  );
};
