import { useTranslation } from 'react-i18next';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../../../components/ui/alert-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { DialogFooter } from '../../../components/ui/dialog.tsx';

type Props = Readonly<{ open: boolean; onStay: () => void; onLeave: () => void }>;

/** Asks before unsaved changes are lost. */
export const LeaveDialog = ({ open, onStay, onLeave }: Props) => {
  const { t } = useTranslation();
  return (
    <AlertDialog open={open} onOpenChange={(next) => !next && onStay()}>
      <AlertDialogContent className="max-w-[400px]">
        <div className="grid gap-1.5">
          <AlertDialogTitle>{t('editor.leave-title')}</AlertDialogTitle>
          <AlertDialogDescription>{t('editor.leave-text')}</AlertDialogDescription>
        </div>
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button>{t('editor.keep-editing')}</Button>
          </AlertDialogCancel>
          <Button variant="danger" onClick={onLeave}>
            {t('editor.leave')}
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
};
