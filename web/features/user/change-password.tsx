import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent } from '../../components/ui/card.tsx';
import { useLogOut } from '../session/shared/use-log-out.ts';

const steps = ['1', '2', '3'] as const;

/** Says how to change the password. The portal has none, only the identity provider has. */
export const ChangePassword = () => {
  const { t } = useTranslation();
  const logOut = useLogOut();
  return (
    <Page title={t('account.password-title')} description={t('account.password-text')} width="narrow">
      <Card>
        <CardContent className="flex flex-col items-start gap-6 p-5">
          <ol aria-label={t('account.password-steps')} className="flex flex-col gap-4">
            {steps.map((step) => (
              <li key={step} className="flex gap-3">
                <span
                  aria-hidden
                  className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs tabular-nums"
                >
                  {step}
                </span>
                <span className="pt-0.5">{t(`account.password-step-${step}`)}</span>
              </li>
            ))}
          </ol>
          <Button variant="primary" onClick={logOut}>
            <LogOut className="rtl:-scale-x-100" />
            {t('account.log-out')}
          </Button>
        </CardContent>
      </Card>
      <p className="text-muted text-table">{t('account.password-note')}</p>
    </Page>
  );
};
