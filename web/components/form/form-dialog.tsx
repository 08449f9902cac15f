import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHead } from '../ui/dialog.tsx';

type FormDialogProps = ComponentProps<typeof DialogHead> &
  Readonly<{
    open: boolean;
    onClose: () => void;
    className?: string;
    /** A component of its own with the form's state, so that each opening begins anew. */
    children: ReactNode;
  }>;

/** A dialog that asks for something: its head, then what is asked (`DialogForm`). */
export const FormDialog = ({ open, onClose, title, text, className, children }: FormDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => next || onClose()}>
    <DialogContent className={className}>
      <DialogHead title={title} text={text} />
      {children}
    </DialogContent>
  </Dialog>
);

type DialogFormProps = Readonly<{
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>;
  /** What the button says that sends it. */
  action: string;
  /** It was sent, or can't be sent. */
  isLocked: boolean;
  /** What the other button says. Default: Cancel. */
  leave?: string;
  /** How far it is, before the buttons. */
  status?: ReactNode;
  children: ReactNode;
}>;

/** The form in a dialog: its fields, a button that leaves it and one that sends it. */
export const DialogForm = ({ onSubmit, action, isLocked, leave, status, children }: DialogFormProps) => {
  const { t } = useTranslation();
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {children}
      <DialogFooter>
        {status}
        <DialogClose asChild>
          <Button>{leave ?? t('common.cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={isLocked}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
};
