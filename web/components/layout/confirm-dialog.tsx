import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TypedName } from '../form/typed-name.tsx';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFooter } from '../ui/dialog.tsx';

/**
 * The word to type before something that others depend on is deleted (docs/product/shell.md). It is the same in every
 * language.
 */
export const confirmationWord = 'confirm';

type Props = Readonly<{
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the thing, for example "Delete payments-dev?" */
  title: string;
  /** Says what else is deleted. */
  text: ReactNode;
  /** Text of the button, for example "Delete deployment". */
  action: string;
  /** Text that must be typed before the button appears. */
  expected?: string;
  /** False while something in `text` has to be done first: the button does not appear. Default: true. */
  isReady?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
}>;

/** Asks before something is deleted. It is 350 px wide and stays open until its owner closes it. */
export const ConfirmDialog = ({
  open,
  onOpenChange,
  title,
  text,
  action,
  expected,
  isReady = true,
  isPending = false,
  onConfirm,
}: Props) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const matches = isReady && (expected === undefined || typed === expected);
  const change = (next: boolean) => {
    setTyped('');
    onOpenChange(next);
  };
  return (
    <AlertDialog open={open} onOpenChange={change}>
      <AlertDialogContent className="max-w-[350px]">
        <div className="grid gap-1.5">
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription asChild>
            <div>{text}</div>
          </AlertDialogDescription>
        </div>
        {expected !== undefined && <TypedName expected={expected} typed={typed} onChange={setTyped} />}
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button disabled={isPending}>{t('common.cancel')}</Button>
          </AlertDialogCancel>
          {matches && (
            <Button variant="danger" disabled={isPending} onClick={onConfirm}>
              {action}
            </Button>
          )}
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
};
