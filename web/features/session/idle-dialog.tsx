import { useTranslation } from 'react-i18next';
import {
  AlertDialog,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';

type Props = { secondsLeft: number; onStay: () => void; onLogOut: () => void };

/** The warning with a countdown. Activity in any tab closes it. */
export const IdleDialog = ({ secondsLeft, onStay, onLogOut }: Props) => {
  const { t } = useTranslation();
  return (
    <AlertDialog open onOpenChange={onStay}>
      <AlertDialogContent className="max-w-[350px]">
        <div className="grid gap-1.5">
          <AlertDialogTitle>{t('session.idle-title')}</AlertDialogTitle>
          {/* Screen readers read it once, not every second. */}
          <AlertDialogDescription className="sr-only">{t('session.idle-announced')}</AlertDialogDescription>
          <p aria-hidden className="text-muted tabular-nums">
            {t('session.idle-text', { count: secondsLeft })}
          </p>
        </div>
        <DialogFooter>
          <Button onClick={onLogOut}>{t('session.log-out')}</Button>
          <Button variant="primary" onClick={onStay}>
            {t('session.idle-stay')}
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
};
