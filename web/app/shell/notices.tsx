import { Compass, LogIn, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useSession } from '#web/api/session.tsx';
import type { SignOutReason } from '#web/api/signed-in-tabs.ts';
import { Empty } from '#web/components/empty.tsx';
import { LogInLink } from '#web/components/log-in-link.tsx';
import { Ltr } from '#web/components/ltr.tsx';
import { Page } from '#web/components/page.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { paths } from '../paths.ts';

/** Says which address it was, and offers the places that people look for. */
export const MissingPage = () => {
  const { t } = useTranslation();
  const [location] = useLocation();
  const isSignedIn = useSession().status === 'signed-in';
  const places = isSignedIn
    ? [
        { href: paths.wall(), label: t('shell.nav-gallery') },
        { href: paths.faq(), label: t('help.title') },
      ]
    : [
        { href: paths.about(), label: t('shell.nav-about') },
        { href: paths.features(), label: t('public.features-title') },
      ];
  return (
    <Page title={t('shell.missing-title')} width="narrow">
      <Empty
        icon={Compass}
        title={t('shell.missing-text')}
        text={<Ltr className="break-all font-mono text-table">{location}</Ltr>}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" asChild>
              <Link href={paths.home()}>{t('shell.missing-action')}</Link>
            </Button>
            {places.map(({ href, label }) => (
              <Button key={href} asChild>
                <Link href={href}>{label}</Link>
              </Button>
            ))}
          </div>
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

/** Reloading helps when the portal was updated meanwhile; a report, when not. A link would keep the broken state. */
export const CrashPage = () => {
  const { t } = useTranslation();
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <Page title={t('shell.crash-title')} width="narrow">
      <Empty
        icon={TriangleAlert}
        title={t('shell.crash-text')}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" onClick={() => window.location.reload()}>
              {t('shell.crash-action')}
            </Button>
            <Button asChild>
              <a href={paths.home()}>{t('shell.missing-action')}</a>
            </Button>
            {isSignedIn && (
              <Button asChild>
                <a href={paths.faq({ report: 1 })}>{t('help.report')}</a>
              </Button>
            )}
          </div>
        }
      />
    </Page>
  );
};
