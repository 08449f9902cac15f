import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { ConfirmDialog, confirmationWord } from '../../../components/layout/confirm-dialog.tsx';
import { useKeyName } from './key-name.ts';
import { removeConsumerCommand } from './queries.ts';
import { useKeyCommand } from './use-key-command.ts';

type Props = Readonly<{ consumer: ConsumerRow; open: boolean; onOpenChange: (open: boolean) => void }>;

/** Asks for a typed confirmation before a key is deleted. */
export const DeleteKey = ({ consumer, open, onOpenChange }: Props) => {
  const { t } = useTranslation();
  const name = useKeyName()(consumer);
  const { send, isPending } = useKeyCommand(removeConsumerCommand, consumer, () => onOpenChange(false));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('consumers.delete-title', { name })}
      text={t('consumers.delete-text', { environment: consumer.env })}
      action={consumer.env === 'PROD' ? t('consumers.delete-action-prod') : t('consumers.delete-action')}
      expected={confirmationWord}
      isPending={isPending}
      onConfirm={send}
    />
  );
};
