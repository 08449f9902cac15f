import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { LogInButton } from './log-in-button.tsx';

/** The next steps of a visitor: log in, or read on. */
export const FirstActions = () => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-3">
      <LogInButton />
      <Button size="large" asChild>
        <Link href="/features">{t('public.learn-more')}</Link>
      </Button>
    </div>
  );
};
