import { lazy, Suspense, useEffect, useState } from 'react';
import type { UserDetail } from '#domain/user/schema.ts';
import type { LoginNeed } from '../../api/replay.ts';
import { onLoginNeeded } from '../../api/request-state.ts';

export const loadSignInAgain = () => import('./sign-in-again-dialog.tsx');
const SignInAgainDialog = lazy(() => loadSignInAgain().then((module) => ({ default: module.SignInAgainDialog })));

type Settle = (userId: number | undefined) => void;

/** Asks for a new login when a call needs one. Its end continues or fails every waiting call. */
export const SignInAgain = ({ user }: { user: UserDetail }) => {
  const [asked, setAsked] = useState<Readonly<{ need: LoginNeed; settle: Settle }>>();
  useEffect(() => {
    let waiting: Settle | undefined;
    onLoginNeeded(
      (need) =>
        new Promise((resolve) => {
          waiting = (userId) => {
            waiting = undefined;
            setAsked(undefined);
            resolve(userId);
          };
          setAsked({ need, settle: waiting });
        }),
    );
    return () => {
      waiting?.(undefined);
      onLoginNeeded(async () => undefined);
    };
  }, []);
  return (
    asked && (
      <Suspense>
        <SignInAgainDialog user={user} need={asked.need} onEnd={asked.settle} />
      </Suspense>
    )
  );
};
