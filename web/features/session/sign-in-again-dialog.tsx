import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freshMinutes } from '#domain/core/fresh-sign-in.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { browserLogin } from '../../api/browser-login.ts';
import { logInByPopup, signInUrl } from '../../api/log-in.ts';
import { notice } from '../../api/notice.ts';
import type { LoginNeed } from '../../api/replay.ts';
import { askSession } from '../../api/session.tsx';
import { onOtherTab } from '../../api/signed-in-tabs.ts';
import {
  AlertDialog,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';
import { useErrorText } from '../../i18n/error-text.ts';

type Props = { user: UserDetail; need: LoginNeed; onEnd: (userId: number | undefined) => void };

/** Asks for a login over the unchanged page, so that no input is lost. */
export const SignInAgainDialog = ({ user, need, onEnd }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<string>();
  const isFresh = need === 'fresh';

  const end = (userId: number) => {
    if (userId !== user.id) notice.warning(t('session.again-other-user', { email: user.email }));
    onEnd(userId);
  };

  const logIn = async () => {
    const login = logInByPopup(browserLogin(client), need);
    if (!login) return false;
    setError(undefined);
    setWaiting(true);
    const result = await login;
    setWaiting(false);
    if (result.kind === 'signed-in') end(result.userId);
    if (result.kind === 'failed') setError(errorText(result));
    return true;
  };

  const begin = useEffectEvent(() => {
    // Only a click can open a window. If a click led here, another one is not needed.
    if (navigator.userActivation?.isActive) void logIn();
  });
  const lookAgain = useEffectEvent(async () => {
    const userId = await askSession(client, need).catch(() => undefined);
    if (userId !== undefined) end(userId);
  });

  useEffect(() => {
    begin();
    // A login in any tab counts.
    return onOtherTab((userId) => {
      if (userId !== null) void lookAgain();
    });
  }, []);

  return (
    <AlertDialog open>
      <AlertDialogContent className="max-w-[450px]">
        <div className="grid gap-1.5">
          <AlertDialogTitle>{t(isFresh ? 'session.fresh-title' : 'session.again-title')}</AlertDialogTitle>
          <AlertDialogDescription>
            {isFresh
              ? t('session.fresh-text', { email: user.email, minutes: freshMinutes })
              : t('session.again-text', { email: user.email })}
          </AlertDialogDescription>
        </div>
        <p role="status" className={error ? 'text-danger' : 'text-muted'}>
          {error ?? (isWaiting ? t('session.again-waiting') : '')}
        </p>
        <DialogFooter>
          <Button onClick={() => onEnd(undefined)}>{t(isFresh ? 'common.cancel' : 'session.log-out')}</Button>
          <Button
            variant="primary"
            onClick={async () => {
              if (!(await logIn())) window.location.assign(signInUrl(`${location.pathname}${location.search}`, need));
            }}
          >
            {t('session.log-in')}
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
};
