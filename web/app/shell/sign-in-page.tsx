import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SignOutReason } from '../../api/signed-in-tabs.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { LogInLink } from '../../features/session/shared/log-in-link.tsx';

/** Reasons of a logout that the login page explains. */
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
