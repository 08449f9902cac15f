import { Compass, LogIn, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SignOutReason } from '#web/api/signed-in-tabs.ts';
import { Empty } from '#web/components/empty.tsx';
import { LogInLink } from '#web/components/log-in-link.tsx';
import { Page } from '#web/components/page.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { paths } from '../paths.ts';

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

/** Reasons that are worth a word where somebody is asked to log in. */
const explained = ['idle', 'failed', 'ended'] as const;

export const SignInPage = ({ reason }: { reason: SignOutReason | undefined }) => {
  const { t } = useTranslation();
  const returnTo = `${window.location.pathname}${window.location.search}`;
  const why = explained.find((one) => one === reason);
  return (
    <Page title={t('shell.sign-in-title')} width="narrow">
      <Empty
        icon={LogIn}
        title={why ? t(`session.reason-${why}`) : t('shell.sign-in-text')}
        action={
          <Button variant="primary" size="large" asChild>
            <LogInLink returnTo={returnTo}>{t('shell.log-in')}</LogInLink>
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
