import { lazy, Suspense } from 'react';
import type { UserDetail } from '#domain/user/schema.ts';
import { useRunningOperations } from '#web/api/running-operations.ts';
import { UserMenu } from './user-menu.tsx';

/** Only while something runs. */
const OperationsPill = lazy(() =>
  import('./operations-pill.tsx').then((module) => ({ default: module.OperationsPill })),
);

/** The end of the header: what runs, and whose account it is. */
export const AccountTools = ({ user }: { user: UserDetail }) => {
  const isRunning = useRunningOperations().length > 0;
  return (
    <>
      {isRunning && (
        <Suspense>
          <OperationsPill />
        </Suspense>
      )}
      <UserMenu user={user} />
    </>
  );
};
