import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { RequestAccessButton } from './request-access-button.tsx';

/** The next steps of a visitor: ask for an account, or read on. The header has the login. */
export const FirstActions = () => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-3">
      <RequestAccessButton text={t('public.request-access')} />
      <Button size="large" asChild>
        <Link href="/features">{t('public.learn-more')}</Link>
      </Button>
    </div>
  );
};
