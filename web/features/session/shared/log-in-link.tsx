import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { browserLogin } from '../../../api/browser-login.ts';
import { logInByPopup, signInUrl } from '../../../api/log-in.ts';
import { notice } from '../../../api/notice.ts';
import { laterErrorText } from '../../../i18n/error-text.ts';

/** What a person has to read, however long it takes. */
const staysOpen = new Set(['user.disabled', 'sign-in.registration-waiting', 'sign-in.registration-denied']);

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { /** A path of this app. */ returnTo: string };

/** Logs in through a separate window, or through the whole page if the browser blocks windows. */
export const LogInLink = ({ returnTo, ...props }: Props) => {
  const client = useQueryClient();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const logIn = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const login = logInByPopup(browserLogin(client));
    if (!login) return;
    event.preventDefault();
    const result = await login;
    if (result.kind === 'signed-in' && returnTo !== `${location.pathname}${location.search}`) navigate(returnTo);
    if (result.kind === 'failed') {
      notice.error(await laterErrorText(t, result), { cause: result.code, persistent: staysOpen.has(result.code) });
    }
  };
  return <a {...props} href={signInUrl(returnTo)} onClick={(event) => void logIn(event)} />;
};
