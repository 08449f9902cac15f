import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { eventSubscriptionBody } from '#domain/event-subscription/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { CheckboxField } from '../../components/form/checkbox-field.tsx';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { OrganizationField } from '../organization/shared/organization-field.tsx';
import { addCommand, categoryTopicsOptions, type SubscriptionPlace } from './queries.ts';

type Props = Readonly<{
  place: SubscriptionPlace;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with the new subscription when Kafka has it. */
  onAdded: (id: number) => void;
}>;

const Form = ({ place: { categoryId, topicId }, onAdded }: Pick<Props, 'place' | 'onAdded'>) => {
  const t = useLazyTexts('event-subscriptions');
  const command = useCommand(addCommand);
  const topics = useQuery(categoryTopicsOptions(categoryId));
  const ready = topics.data?.filter(({ state, made }) => made && state !== 'removing') ?? [];
  const form = useZodForm(eventSubscriptionBody, {
    name: '',
    topicId,
    kafkaUserId: '',
    kafkaPassword: '',
    reads: true,
    writes: false,
    group: '',
  });
  useFailedFields(form, command.operation);
  const { control } = form;
  const reads = useWatch({ control, name: 'reads' });
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;
  const added = useRef(0);
  const submit = form.handleSubmit(async (body) => {
    const response = await command.run({ body }, { form });
    if (response) added.current = response.entityId;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onAdded(added.current);
  }, [isDone]);
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('event-subscriptions.submit')}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
    >
      <fieldset disabled={isLocked} className="grid min-w-0 gap-4">
        <TextField control={control} name="name" label={t('event-subscriptions.name')} autoComplete="off" required />
        <SelectField
          control={control}
          name="topicId"
          label={t('event-subscriptions.topic')}
          required
          disabled={isLocked || !topics.data}
          options={ready.map(({ id, name, kafkaEnv }) => ({ value: id, label: `${name} (${kafkaEnv.name})` }))}
        />
        <OrganizationField
          control={control}
          name="organizationId"
          label={t('event-subscriptions.organization')}
          required
        />
        <div className="grid gap-2">
          <CheckboxField control={control} name="reads" label={t('event-subscriptions.reads')} />
          <CheckboxField control={control} name="writes" label={t('event-subscriptions.writes')} />
        </div>
        {reads !== false && (
          <TextField
            control={control}
            name="group"
            label={t('event-subscriptions.group')}
            help={t('event-subscriptions.group-help')}
            autoComplete="off"
            dir="ltr"
          />
        )}
        <TextField
          control={control}
          name="kafkaUserId"
          label={t('event-subscriptions.user')}
          help={t('event-subscriptions.user-help')}
          autoComplete="off"
          dir="ltr"
        />
        <TextField
          control={control}
          name="kafkaPassword"
          type="password"
          label={t('event-subscriptions.password')}
          help={t('event-subscriptions.password-help')}
          autoComplete="new-password"
          dir="ltr"
        />
      </fieldset>
      <OperationSection operation={command.operation} failed={t('event-subscriptions.add-failed')} />
    </DialogForm>
  );
};

/** Adds a subscription, and shows the progress of its operation. */
export const AddSubscription = ({ place, open, onOpenChange, onAdded }: Props) => {
  const t = useLazyTexts('event-subscriptions');
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      className="max-w-[450px]"
      title={t('event-subscriptions.add-title')}
      text={t('event-subscriptions.add-text')}
    >
      <Form place={place} onAdded={onAdded} />
    </FormDialog>
  );
};
