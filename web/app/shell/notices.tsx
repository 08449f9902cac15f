import { Compass, LockKeyhole, LogIn, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Empty } from '#web/components/empty.tsx';
import { Page } from '#web/components/page.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { paths, signInUrl } from '../paths.ts';

export const MissingPage = () => {
  const { t } = useTranslation();
  return (
    <Page title={t('shell.missing-title')} width="narrow">
      <Empty
        icon={Compass}
        title={t('shell.missing-text')}
        action={
          <Button asChild>
            <Link href={paths.home()}>{t('shell.missing-action')}</Link>
          </Button>
        }
      />
    </Page>
  );
};

export const ForbiddenPage = () => {
  const { t } = useTranslation();
  return (
    <Page title={t('shell.forbidden-title')} width="narrow">
      <Empty icon={LockKeyhole} title={t('shell.forbidden-text')} />
    </Page>
  );
};

export const SignInPage = () => {
  const { t } = useTranslation();
  const returnTo = `${window.location.pathname}${window.location.search}`;
  return (
    <Page title={t('shell.sign-in-title')} width="narrow">
      <Empty
        icon={LogIn}
        title={t('shell.sign-in-text')}
        action={
          <Button variant="primary" size="large" asChild>
            <a href={signInUrl(returnTo)}>{t('shell.log-in')}</a>
          </Button>
        }
      />
    </Page>
  );
};

export const CrashPage = () => {
  const { t } = useTranslation();
  return (
    <Page title={t('shell.crash-title')} width="narrow">
      <Empty
        icon={TriangleAlert}
        title={t('shell.crash-text')}
        action={<Button onClick={() => window.location.reload()}>{t('shell.crash-action')}</Button>}
      />
    </Page>
  );
};
