import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { installationQuery } from '../../api/installation.ts';
import { useTitle } from '../../components/layout/use-title.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Says that the request was received and what happens now. */
export const Confirmation = () => {
  const { t } = useTranslation();
  const words = useLazyTexts('registrations');
  const { data: installation } = useQuery(installationQuery);
  useTitle(t('public.signed-up-title'));
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col items-center px-4 py-20 text-center sm:px-6">
      <MailCheck className="size-10 text-accent-text" strokeWidth={1.5} />
      <h1 className="mt-5 text-balance font-semibold text-2xl tracking-[-0.018em]">{t('public.signed-up-title')}</h1>
      <p className="mt-3 text-pretty text-base text-muted leading-7">
        {words('registrations.signed-up-text')}{' '}
        {installation && words(installation.mail ? 'registrations.signed-up-mail' : 'registrations.signed-up-no-mail')}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link href="/features">{words('registrations.read-guide')}</Link>
        </Button>
      </div>
    </div>
  );
};
