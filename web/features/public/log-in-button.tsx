import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { LogInLink } from '../session/shared/log-in-link.tsx';

/** For visitors who have an account. The login leads to the gallery. */
export const LogInButton = () => {
  const { t } = useTranslation();
  return (
    <Button size="large" asChild>
      <LogInLink returnTo="/wall">{t('public.log-in')}</LogInLink>
    </Button>
  );
};
