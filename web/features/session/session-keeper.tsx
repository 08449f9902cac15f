import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { UserDetail } from '#domain/user/schema.ts';
import { checkDisabled, keepAlive } from '../../api/session.tsx';
import { readShared, writeShared } from '../../api/shared-storage.ts';
import { watchIdle } from './idle.ts';
import { logOutIdle } from './shared/log-out.ts';
import { loadSignInAgain, SignInAgain } from './sign-in-again.tsx';
import { watchDisabled } from './watch-disabled.ts';

const loadIdleDialog = () => import('./idle-dialog.tsx');
const IdleDialog = lazy(() => loadIdleDialog().then((module) => ({ default: module.IdleDialog })));

/** Milliseconds between two calls that keep the session alive. */
const keepaliveInterval = 15_000;
/**
 * Milliseconds before the dialogs are loaded: after the first screen, and before they are needed, because the session
 * may be over then.
 */
const dialogsDelay = 3_000;
const activityKey = 'apim-activity';
const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focusin'] as const;

/** Runs while somebody is logged in: keeps the session alive, watches for idleness, asks for a new login. */
export const SessionKeeper = ({ user }: { user: UserDetail }) => {
  const client = useQueryClient();
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const watch = useRef<ReturnType<typeof watchIdle>>(undefined);

  useEffect(() => {
    const idle = watchIdle({
      now: Date.now,
      read: () => Number(readShared(activityKey)) || undefined,
      write: (time) => writeShared(activityKey, String(time)),
      onChange: setSecondsLeft,
      onOver: () => void logOutIdle(client),
    });
    watch.current = idle;
    for (const name of activities) addEventListener(name, idle.activity, { capture: true, passive: true });
    // A failure here does not matter, because the next important call finds it.
    const dialogs = setTimeout(() => void Promise.allSettled([loadIdleDialog(), loadSignInAgain()]), dialogsDelay);
    const timer = setInterval(() => void keepAlive().catch(() => undefined), keepaliveInterval);
    const endChecks = watchDisabled(() => void checkDisabled(client).catch(() => undefined));
    return () => {
      idle.stop();
      clearTimeout(dialogs);
      clearInterval(timer);
      endChecks();
      for (const name of activities) removeEventListener(name, idle.activity, { capture: true });
    };
  }, [client]);

  return (
    <>
      <SignInAgain user={user} />
      {secondsLeft !== undefined && secondsLeft > 0 && (
        <Suspense>
          <IdleDialog
            secondsLeft={secondsLeft}
            onStay={() => watch.current?.activity()}
            onLogOut={() => void logOutIdle(client)}
          />
        </Suspense>
      )}
    </>
  );
};
