import { CircleAlert, CircleCheck, LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, useSearchParams } from 'wouter';
import { tellOpener } from '../../api/browser-login.ts';
import { useSession } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';

/** The end of a login. A login window informs the page that opened it and closes. A whole page goes on. */
export const AuthCallback = () => {
  const { t } = useTranslation();
  const session = useSession();
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const error = search.get('error') ?? undefined;
  const isPopup = search.get('popup') === '1';
  const isSignedIn = session.status === 'signed-in';
  const isOver = isSignedIn || session.status === 'signed-out' || error !== undefined;

  useEffect(() => {
    if (!isPopup || !isOver) return;
    tellOpener(error ?? (isSignedIn ? undefined : 'sign-in.failed'));
    window.close();
  }, [isPopup, isOver, isSignedIn, error]);

  if (!isPopup && isSignedIn) return <Redirect to="/about" replace />;
  if (!isPopup && isOver) {
    return <Redirect to={`/about?${new URLSearchParams({ error: error ?? 'sign-in.failed' })}`} replace />;
  }
  // Seen only if the browser does not let a page close its window.
  const closeButton = <Button onClick={() => window.close()}>{t('session.callback-close')}</Button>;
  return (
    <Page title={t('session.callback-title')} width="narrow">
      <div role="status">
        {!isOver && <Empty icon={LogIn} title={t('session.callback-waiting')} />}
        {isOver && error === undefined && (
          <Empty icon={CircleCheck} title={t('session.callback-done')} action={closeButton} />
        )}
        {error !== undefined && (
          <Empty
            icon={CircleAlert}
            title={t('session.callback-failed')}
            text={errorText({ code: error })}
            action={closeButton}
          />
        )}
      </div>
    </Page>
  );
};
