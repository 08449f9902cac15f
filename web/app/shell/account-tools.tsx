import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#domain/user/schema.ts';
import { mayDecide } from '../../api/roles.ts';
import { useRunningOperations } from '../../api/running-operations.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { UserMenu } from './user-menu.tsx';

/** Loaded only while operations run. */
const OperationsPill = lazy(() =>
  import('./operations-pill.tsx').then((module) => ({ default: module.OperationsPill })),
);

/** Loaded only for people who decide about something. */
const InboxButton = lazy(() => import('./inbox-button.tsx').then((module) => ({ default: module.InboxButton })));

const NoticeBell = lazy(() => import('./notice-bell.tsx').then((module) => ({ default: module.NoticeBell })));

/** The end of the header: search, running operations, inbox, notices, and the account ("Hi, {firstname}"). */
export const AccountTools = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation();
  const isRunning = useRunningOperations().length > 0;
  return (
    <>
      <PaletteButton user={user} />
      {isRunning && (
        <Suspense>
          <OperationsPill />
        </Suspense>
      )}
      <Suspense fallback={<span className="size-8" />}>
        {mayDecide(user) && <InboxButton />}
        <NoticeBell />
      </Suspense>
      {user.firstname && (
        <span className="max-w-40 truncate text-muted text-table max-lg:hidden">
          {t('shell.hi', { name: user.firstname })}
        </span>
      )}
      <UserMenu user={user} />
    </>
  );
};
