import { useEffect } from 'react';
import type { EventSubscriptionRow } from '#domain/event-subscription/row.ts';
import { subscriptionRotation } from '#domain/event-subscription/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { rotateCommand } from './queries.ts';

/** Minutes that the old login can be kept beside the new one: an hour, a day, a week, 30 days. */
const overlaps = [60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60] as const;

type Props = Readonly<{
  subscription: EventSubscriptionRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when Kafka has the new login. */
  onRotated: () => void;
}>;

const Form = ({ subscription: { id }, onRotated }: Pick<Props, 'subscription' | 'onRotated'>) => {
  const t = useLazyTexts('event-subscriptions');
  const format = useFormat();
  const command = useCommand(rotateCommand);
  const form = useZodForm(subscriptionRotation, { overlapMinutes: overlaps[2] });
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;
  const submit = form.handleSubmit(async (body) => {
    await command.run({ parameters: { id }, body }, { form });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onRotated();
  }, [isDone]);
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('event-subscriptions.rotate-action')}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
    >
      <SelectField
        control={form.control}
        name="overlapMinutes"
        label={t('event-subscriptions.rotate-keep')}
        disabled={isLocked}
        options={overlaps.map((value) => ({ value, label: format.duration(value * 60) }))}
      />
      <OperationSection operation={command.operation} failed={t('event-subscriptions.rotate-failed')} />
    </DialogForm>
  );
};

/** Gives a subscription another login: asks how long the old one still works. */
export const RotateSubscription = ({ subscription, open, onOpenChange, onRotated }: Props) => {
  const t = useLazyTexts('event-subscriptions');
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      className="max-w-[450px]"
      title={t('event-subscriptions.rotate-title', { name: subscription.name })}
      text={t('event-subscriptions.rotate-text')}
    >
      <Form subscription={subscription} onRotated={onRotated} />
    </FormDialog>
  );
};
