import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#domain/user/schema.ts';
import {
  AlertDialog,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';
import { useLogOut } from '../session/shared/use-log-out.ts';
import { focusText } from './focus-text.ts';
import { termsDialogClasses } from './terms-dialog-classes.ts';
import { TermsScroll } from './terms-scroll.tsx';
import { useAcceptTerms } from './use-accept-terms.ts';

const Thanks = () => {
  const { t } = useTranslation();
  return (
    <>
      <div className="flex gap-3 px-5 sm:px-7">
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" />
        <div className="grid gap-1">
          <AlertDialogTitle>{t('public.terms-thanks')}</AlertDialogTitle>
          <AlertDialogDescription>{t('public.terms-reload-text')}</AlertDialogDescription>
        </div>
      </div>
      <DialogFooter isBeside className="px-5 sm:px-7">
        <Button variant="primary" autoFocus onClick={() => location.reload()}>
          {t('public.terms-reload')}
        </Button>
      </DialogFooter>
    </>
  );
};

/** Shows the terms over every page until the current version is accepted. */
export const TermsGate = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation();
  const logOut = useLogOut();
  const { accept, isSending, isAccepted } = useAcceptTerms();
  return (
    <AlertDialog open>
      <AlertDialogContent className={termsDialogClasses} onOpenAutoFocus={focusText}>
        {isAccepted ? (
          <Thanks />
        ) : (
          <>
            <div className="grid gap-1 px-5 sm:px-7">
              <AlertDialogTitle>{t('public.terms-title')}</AlertDialogTitle>
              <AlertDialogDescription>
                {t(user.termsAccepted === null ? 'public.terms-dialog-text' : 'public.terms-changed-text')}
              </AlertDialogDescription>
            </div>
            <TermsScroll />
            <DialogFooter isBeside className="px-5 sm:px-7">
              <p className="me-auto text-muted text-table">{t('public.terms-asked-text')}</p>
              <Button variant="ghost" disabled={isSending} onClick={logOut}>
                {t('account.log-out')}
              </Button>
              <Button variant="primary" disabled={isSending} onClick={accept}>
                {t('public.terms-accept')}
              </Button>
            </DialogFooter>
          </>
        )}
      </AlertDialogContent>
    </AlertDialog>
  );
};
