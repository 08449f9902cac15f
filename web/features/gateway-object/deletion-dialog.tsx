import { type ReactNode, useEffect } from 'react';
import type { OperationRow } from '#domain/operation/schema.ts';
import type { CommandState } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';

type Props = Readonly<{
  title: string;
  /** Says what stops working. */
  text: ReactNode;
  /** What moved since, when the deletion was refused for that. */
  moved: ReactNode;
  command: Readonly<{ state: CommandState; operation: OperationRow | undefined }>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Returns whether the deletion was requested. */
  onConfirm: () => Promise<boolean>;
  /** Called when it is gone. */
  onDone: () => void;
}>;

/** Asks before something is deleted at a gateway, and stays open until it is gone, or says why it is not. */
export const DeletionDialog = ({ title, text, moved, command, open, onOpenChange, onConfirm, onDone }: Props) => {
  const t = useLazyTexts('kong-objects');
  const { state, operation } = command;
  const isDone = state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const confirm = async () => {
    if (!(await onConfirm())) onOpenChange(false);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      text={
        <div className="grid gap-4">
          <div>{text}</div>
          <OperationSection operation={operation} failed={t('kong-objects.delete-failed')} />
          {moved}
        </div>
      }
      action={t('kong-objects.delete-action')}
      // It is asked for once. What was refused is asked for again when the object is loaded as it is now.
      isReady={operation === undefined}
      isPending={state === 'sending'}
      onConfirm={() => void confirm()}
    />
  );
};
