import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { LogInLink } from '../session/shared/log-in-link.tsx';

/** The only primary action of the public pages. The login leads to the gallery. */
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
