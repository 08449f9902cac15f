import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '../../components/ui/dialog.tsx';
import { focusText } from './focus-text.ts';
import { rememberAcceptance } from './pending-acceptance.ts';
import { termsDialogClasses } from './terms-dialog-classes.ts';
import { TermsScroll } from './terms-scroll.tsx';

const logInUrl = `/auth/login?${new URLSearchParams({ returnTo: '/terms' })}`;

/** The terms for people who are not logged in. Acceptance belongs to an account, so accepting leads to the login. */
export const TermsDialog = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className={termsDialogClasses} onOpenAutoFocus={focusText}>
        <div className="grid gap-1 px-5 sm:px-7">
          <DialogTitle>{t('public.terms-title')}</DialogTitle>
          <DialogDescription>{t('public.terms-text')}</DialogDescription>
        </div>
        <TermsScroll />
        <DialogFooter isBeside className="px-5 sm:px-7">
          <p className="me-auto text-muted text-table">{t('public.terms-log-in-text')}</p>
          <Button
            variant="primary"
            onClick={() => {
              rememberAcceptance(Date.now());
              location.assign(logInUrl);
            }}
          >
            {t('public.terms-accept')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
};
