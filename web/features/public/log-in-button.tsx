import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LogInLink } from '#web/components/log-in-link.tsx';
import { Button } from '#web/components/ui/button.tsx';

/** The one primary action of the public pages; comes back to the gallery. */
export const LogInButton = () => {
  const { t } = useTranslation();
  return (
    <Button variant="primary" size="large" asChild>
      <LogInLink returnTo="/wall">
        {t('public.log-in')}
        <ArrowRight className="rtl:-scale-x-100" />
      </LogInLink>
    </Button>
  );
};
