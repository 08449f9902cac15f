import { lazy, Suspense, useEffect, useState } from 'react';
import type { UserDetail } from '#domain/user/schema.ts';
import { onLoginNeeded } from '../../api/request-state.ts';

export const loadSignInAgain = () => import('./sign-in-again-dialog.tsx');
const SignInAgainDialog = lazy(() => loadSignInAgain().then((module) => ({ default: module.SignInAgainDialog })));

type Settle = (userId: number | undefined) => void;

/** Asks for a new login when a call finds that the session is over. Its end continues or fails every waiting call. */
export const SignInAgain = ({ user }: { user: UserDetail }) => {
  const [settle, setSettle] = useState<Settle>();
  useEffect(() => {
    let waiting: Settle | undefined;
    onLoginNeeded(
      () =>
        new Promise((resolve) => {
          waiting = (userId) => {
            waiting = undefined;
            setSettle(undefined);
            resolve(userId);
          };
          setSettle(() => waiting);
        }),
    );
    return () => {
      waiting?.(undefined);
      onLoginNeeded(async () => undefined);
    };
  }, []);
  return (
    settle && (
      <Suspense>
        <SignInAgainDialog user={user} onEnd={settle} />
      </Suspense>
    )
  );
};
