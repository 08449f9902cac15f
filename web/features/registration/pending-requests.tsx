import { useTranslation } from 'react-i18next';
import { Page } from '../../components/layout/page.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { RegistrationList } from './registration-list.tsx';

/** All requests for accounts, for portal administrators. */
export const PendingRequests = () => {
  const { t } = useTranslation();
  const words = useLazyTexts('registrations');
  return (
    <Page title={t('shell.nav-pending-requests')} description={words('registrations.pending-text')}>
      <RegistrationList scope="all" />
    </Page>
  );
};

/** The requests that belong to the user's organization. */
export const QueueRequests = () => {
  const { t } = useTranslation();
  const words = useLazyTexts('registrations');
  return (
    <Page title={t('shell.nav-queue-requests')} description={words('registrations.queue-text')}>
      <RegistrationList scope="own" />
    </Page>
  );
};
