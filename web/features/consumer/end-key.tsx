import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useKeyName } from './shared/key-name.ts';
import { endPreviousCommand } from './shared/queries.ts';
import { useKeyCommand } from './shared/use-key-command.ts';

type Props = Readonly<{ consumer: ConsumerRow; open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks before the old key of a rotation ends early. */
export const EndKey = ({ consumer, open, onOpenChange }: Props) => {
  const { t } = useTranslation();
  const name = useKeyName()(consumer);
  const { send, isPending } = useKeyCommand(endPreviousCommand, consumer, () => onOpenChange(false));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('consumers.end-title')}
      text={t('consumers.end-text', { name, environment: consumer.env })}
      action={t('consumers.end-action')}
      isPending={isPending}
      onConfirm={send}
    />
  );
};
