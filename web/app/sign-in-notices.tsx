import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { notice } from '../api/notice.ts';
import { useSession } from '../api/session.tsx';
import { laterErrorText } from '../i18n/error-text.ts';

/**
 * Shows why a login failed. The notice for a disabled user stays until they close it. The BFF sends a refused login to
 * `/about?error=<code>`.
 */
export const SignInNotices = () => {
  const { t } = useTranslation();
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const isDisabled = session.status === 'signed-out' && session.disabled;
  const isFailed = session.status === 'signed-out' && session.reason === 'failed' && !isDisabled;
  const error = search.get('popup') === '1' ? null : search.get('error');

  useEffect(() => {
    if (!isDisabled) return;
    const code = 'user.disabled';
    void laterErrorText(t, { code }).then((text) => notice.error(text, { cause: code, persistent: true }));
  }, [isDisabled, t]);

  useEffect(() => {
    if (isFailed) notice.error(t('session.reason-failed'), { persistent: true });
  }, [isFailed, t]);

  useEffect(() => {
    if (error === null) return;
    // Who waits for a reviewer has done nothing wrong.
    const show = error === 'sign-in.registration-waiting' ? notice.info : notice.error;
    void laterErrorText(t, { code: error }).then((text) => show(text, { cause: error, persistent: true }));
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('error');
        return next;
      },
      { replace: true },
    );
  }, [error, setSearch, t]);

  return null;
};
