import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { listEventSamples } from '#domain/event-category/calls.ts';
import type { EventTopicRow } from '#domain/event-topic/row.ts';
import { sendTestMessage } from '#domain/topic-message/calls.ts';
import { testMessageBody } from '#domain/topic-message/schema.ts';
import { get } from '../../api/client.ts';
import { eventCategoriesKey } from '../../api/event-categories-key.ts';
import { notice } from '../../api/notice.ts';
import { type CommandDefinition, useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { categoriesOptions } from '../event-category/shared/categories.ts';
import { eventTopicsKey } from './shared/topic-of.ts';

const sendCommand = {
  call: sendTestMessage,
  invalidates: [[...eventTopicsKey, 'history']],
} satisfies CommandDefinition;

const samplesOptions = (categoryId: number) => ({
  queryKey: [...eventCategoriesKey, 'samples', categoryId],
  queryFn: ({ signal }: { signal: AbortSignal }) => get(listEventSamples, { parameters: { id: categoryId } }, signal),
});

type Props = Readonly<{ topic: EventTopicRow; open: boolean; onClose: () => void }>;

const Form = ({ topic: { id, categoryId, subscribed, kafkaEnv }, onClose }: Omit<Props, 'open'>) => {
  const t = useLazyTexts('topic-messages');
  const command = useCommand(sendCommand);
  const categories = useQuery(categoriesOptions);
  const samples = useQuery(samplesOptions(categoryId));
  const events =
    categories.data
      ?.find((category) => category.id === categoryId)
      ?.events.filter((event) => subscribed.includes(event.id)) ?? [];
  const form = useZodForm(testMessageBody, { eventId: subscribed[0] ?? 0, key: '', payload: '' });
  const { control, setValue, getFieldState } = form;
  const eventId = useWatch({ control, name: 'eventId' });
  const eventTypeId = events.find((event) => event.id === eventId)?.eventTypeId;
  const sample = samples.data?.find((each) => each.eventTypeId === eventTypeId)?.sample;
  // What somebody has typed stays.
  useEffect(() => {
    if (sample != null && !getFieldState('payload').isDirty) setValue('payload', sample);
  }, [sample, setValue, getFieldState]);
  const isLocked = command.state === 'sending';
  const submit = form.handleSubmit(async (body) => {
    const sent = await command.run({ parameters: { id }, body }, { form });
    if (!sent) return;
    notice.success(t('topic-messages.sent', { partition: sent.partition, offset: sent.offset }));
    onClose();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('topic-messages.send-to', { environment: kafkaEnv.envType ?? kafkaEnv.name })}
      isLocked={isLocked}
    >
      <fieldset disabled={isLocked} className="grid min-w-0 gap-4">
        <SelectField
          control={control}
          name="eventId"
          label={t('topic-messages.event')}
          required
          disabled={isLocked || !categories.data}
          options={events.map((event) => ({ value: event.id, label: `${event.name} (${event.eventTypeId})` }))}
        />
        <TextField
          control={control}
          name="key"
          label={t('topic-messages.key')}
          help={t('topic-messages.key-help')}
          autoComplete="off"
          dir="ltr"
        />
        <TextAreaField
          control={control}
          name="payload"
          label={t('topic-messages.payload')}
          help={t('topic-messages.payload-help')}
          rows={12}
          dir="ltr"
          required
        />
      </fieldset>
    </DialogForm>
  );
};

/** Sends a test message that begins as the sample of its event. */
export const TestMessage = ({ topic, open, onClose }: Props) => {
  const t = useLazyTexts('topic-messages');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('topic-messages.test-title')}
      text={t('topic-messages.test-text', { topic: topic.name })}
    >
      <Form topic={topic} onClose={onClose} />
    </FormDialog>
  );
};
