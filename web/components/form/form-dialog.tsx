import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHead } from '../ui/dialog.tsx';

type FormDialogProps = ComponentProps<typeof DialogHead> &
  Readonly<{
    open: boolean;
    onClose: () => void;
    className?: string;
    /** A separate component that holds the form's state, so that each opening starts with a new form. */
    children: ReactNode;
  }>;

/** A dialog with a form: a head, then the fields (`DialogForm`). */
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
  /** Text of the submit button. */
  action: string;
  /** True while the form is being sent or can't be sent. */
  isLocked: boolean;
  /** Text of the other button. Default: Cancel. */
  leave?: string;
  /** Progress, shown before the buttons. */
  status?: ReactNode;
  children: ReactNode;
}>;

/** The form in a dialog: fields, a cancel button and a submit button. */
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
