import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { installationQuery } from '../../api/installation.ts';
import { useTitle } from '../../components/layout/use-title.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { PublicNotice } from './public-notice.tsx';

/** Says that the request was received and what happens now. */
export const Confirmation = () => {
  const { t } = useTranslation();
  const words = useLazyTexts('registrations');
  const { data: installation } = useQuery(installationQuery);
  useTitle(t('public.signed-up-title'));
  return (
    <PublicNotice
      icon={MailCheck}
      title={t('public.signed-up-title')}
      actions={
        <Button asChild>
          <Link href="/features">{words('registrations.read-guide')}</Link>
        </Button>
      }
    >
      <p>
        {words('registrations.signed-up-text')}{' '}
        {installation && words(installation.mail ? 'registrations.signed-up-mail' : 'registrations.signed-up-no-mail')}
      </p>
    </PublicNotice>
  );
};
