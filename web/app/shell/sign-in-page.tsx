import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SignOutReason } from '#web/api/signed-in-tabs.ts';
import { Empty } from '#web/components/empty.tsx';
import { LogInLink } from '#web/components/log-in-link.tsx';
import { Page } from '#web/components/page.tsx';
import { Button } from '#web/components/ui/button.tsx';

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
