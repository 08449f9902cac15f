import { LogIn, LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSession } from '../../api/session.tsx';
import { lastReason } from '../../api/signed-in-tabs.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { LogInLink } from './shared/log-in-link.tsx';
import { placeToReturn } from './shared/log-out.ts';
import { useLogOut } from './shared/use-log-out.ts';

const StillIn = ({ email }: { email: string }) => {
  const { t } = useTranslation();
  const logOut = useLogOut();
  return (
    <Page title={t('session.still-in-title')} width="narrow">
      <Empty
        icon={LogOut}
        title={t('session.still-in-text', { email })}
        action={
          <div className="flex gap-2">
            <Button asChild>
              <Link href="/wall">{t('session.go-on')}</Link>
            </Button>
            <Button variant="primary" onClick={logOut}>
              {t('session.log-out')}
            </Button>
          </div>
        }
      />
    </Page>
  );
};

/**
 * `/logout`: the identity provider sends people here after a logout. Opening the address alone logs nobody out (A9).
 */
export const LoggedOut = () => {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status === 'signed-in') return <StillIn email={session.user.email} />;
  return (
    <Page title={t('session.logged-out-title')} width="narrow">
      <Empty
        icon={LogOut}
        title={lastReason() === 'idle' ? t('session.reason-idle') : t('session.logged-out-text')}
        action={
          <Button variant="primary" size="large" asChild>
            <LogInLink returnTo={placeToReturn()}>
              <LogIn />
              {t('session.log-in')}
            </LogInLink>
          </Button>
        }
      />
    </Page>
  );
};
