import type { EventSubscriptionRow } from '#domain/event-subscription/row.ts';
import { type CommandDefinition, useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { endRotationCommand, removeCommand } from './queries.ts';

type Props = Readonly<{ subscription: EventSubscriptionRow; open: boolean; onOpenChange: (open: boolean) => void }>;

const useEnd = (
  definition: CommandDefinition<typeof removeCommand.call | typeof endRotationCommand.call>,
  { subscription: { id }, onOpenChange }: Props,
) => {
  const command = useCommand(definition);
  const send = async () => {
    await command.run({ parameters: { id } });
    onOpenChange(false);
  };
  return { isPending: command.state === 'sending', onConfirm: () => void send() };
};

/** Asks for the typed name before a subscription is deleted. */
export const RemoveSubscription = (props: Props) => {
  const t = useLazyTexts('event-subscriptions');
  const { subscription, open, onOpenChange } = props;
  const { name, organizationName: organization, topicName: topic } = subscription;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('event-subscriptions.delete-title', { name })}
      text={t('event-subscriptions.delete-text', { organization, topic })}
      action={t('event-subscriptions.delete-action')}
      expected={name}
      {...useEnd(removeCommand, props)}
    />
  );
};

/** Asks before the old login of a rotation ends early. */
export const EndOldLogin = (props: Props) => {
  const t = useLazyTexts('event-subscriptions');
  const format = useFormat();
  const { subscription, open, onOpenChange } = props;
  const { kafkaUserId: user = '', seenAt, lookedAt } = subscription.previous ?? {};
  const unseen = t(lookedAt ? 'event-subscriptions.end-unseen' : 'event-subscriptions.end-unknown');
  const read = seenAt ? t('event-subscriptions.end-seen', { at: format.dateTime(seenAt) }) : unseen;
  const seen = subscription.group ? read : t('event-subscriptions.end-writes');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('event-subscriptions.end-title')}
      text={`${t('event-subscriptions.end-text', { user })} ${seen}`}
      action={t('event-subscriptions.end-action')}
      {...useEnd(endRotationCommand, props)}
    />
  );
};
