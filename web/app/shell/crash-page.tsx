import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { paths } from '../routes/paths.ts';

/**
 * Says that a page crashed. A reload helps if the portal was updated in the meantime, a report helps otherwise. A link
 * would keep the broken state. Never load this page lazily, because the loading may be what failed.
 */
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
