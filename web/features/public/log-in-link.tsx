import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';

/** The one primary action of the public pages; comes back to the gallery. */
export const LogInLink = () => {
  const { t } = useTranslation();
  return (
    <Button variant="primary" size="large" asChild>
      <a href="/auth/login?returnTo=%2Fwall">
        {t('public.log-in')}
        <ArrowRight className="rtl:-scale-x-100" />
      </a>
    </Button>
  );
};
