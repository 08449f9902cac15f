import { type ReactNode, useId, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';

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
  isPending = false,
  onConfirm,
}: Props) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const id = useId();
  const matches = expected === undefined || typed === expected;
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
        {expected !== undefined && (
          <div className="grid gap-1.5">
            <label htmlFor={id} className="text-table">
              <Trans
                i18nKey="common.confirm-prompt"
                values={{ expected }}
                components={[<strong key="expected" className="font-medium font-mono [overflow-wrap:anywhere]" />]}
              />
            </label>
            <Input
              id={id}
              dir="auto"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-invalid={typed !== '' && !matches}
              aria-describedby={typed !== '' && !matches ? `${id}-error` : undefined}
            />
            {typed !== '' && !matches && (
              <p id={`${id}-error`} className="text-danger text-xs">
                {t('common.confirm-mismatch')}
              </p>
            )}
          </div>
        )}
        <div className="flex justify-end gap-2">
          <AlertDialogCancel asChild>
            <Button disabled={isPending}>{t('common.cancel')}</Button>
          </AlertDialogCancel>
          {matches && (
            <Button variant="danger" disabled={isPending} onClick={onConfirm}>
              {action}
            </Button>
          )}
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
};
