import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useSession } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Button } from '../../components/ui/button.tsx';
import { paths } from '../routes/paths.ts';

/** Names the unknown address and offers the places that people usually look for. */
export const NotFoundPage = () => {
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
