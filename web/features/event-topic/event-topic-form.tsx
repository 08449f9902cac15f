import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { TopicChoice } from '#domain/event-topic/event-topic.ts';
import type { EventTopicRow } from '#domain/event-topic/row.ts';
import { type EventTopicBody, eventTopicBody } from '#domain/event-topic/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { NumberField } from '../../components/form/number-field.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { categoriesOptions } from '../event-category/shared/categories.ts';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { kafkasOptions } from '../resource/shared/kafkas.ts';
import { saveCommand } from './queries.ts';
import { SubscribedField } from './subscribed-field.tsx';

const AtBroker = lazy(() => import('./at-broker.tsx').then((module) => ({ default: module.AtBroker })));
const RemoveEventTopic = lazy(() =>
  import('./remove-event-topic.tsx').then((module) => ({ default: module.RemoveEventTopic })),
);

const fresh = {
  name: '',
  organizationAttr: '{}',
  subscribed: [],
  config: '{}',
  partitions: null,
  replication: null,
};

const valuesOf = (topic: EventTopicRow | undefined) => {
  const { name, organizationAttr, subscribed, config, partitions, replication } = topic ?? fresh;
  const values = { name, organizationAttr, subscribed: [...subscribed], config, partitions, replication, choice: null };
  if (!topic) return { id: 0, ...values };
  const { id, kafkaEnvId, categoryId, organizationId } = topic;
  return { id, kafkaEnvId, categoryId, organizationId, ...values };
};

type Place = Readonly<{ kafkaEnvId: number; name: string }>;

/** Adds a topic or changes the given one. What the broker refuses stands at its field. */
export const EventTopicForm = ({ topic }: Readonly<{ topic?: EventTopicRow }>) => {
  const t = useLazyTexts('event-topics');
  const dock = useDock();
  // What is typed stays while the topic's operation goes on.
  const [opened] = useState(topic);
  const organizations = useQuery(organizationsOptions);
  const categories = useQuery(categoriesOptions);
  const kafkas = useQuery(kafkasOptions);
  const command = useCommand(saveCommand);
  const isSending = command.state === 'sending';
  const form = useZodForm(eventTopicBody, valuesOf(opened));
  const { control, formState, setValue } = form;
  const older = useOlderForm(opened?.basedOn);
  /** Where a topic that is not Portico's was found. */
  const [foreign, setForeign] = useState<Place>();
  const isMissing = topic?.state === 'missing';
  const place = foreign ?? (isMissing ? topic : undefined);
  const category = categories.data?.find(({ id }) => id === form.watch('categoryId'));
  const isKnown = topic !== undefined;

  const send = async (values: EventTopicBody, choice: TopicChoice) => {
    const body = { ...values, choice };
    const saved = await command.run(
      { body: older.stamped(body) },
      {
        form,
        show: (problem) => {
          const isForeign = problem.errors.some(({ code }) => code === 'event-topic.on-broker');
          setForeign(isForeign ? { kafkaEnvId: body.kafkaEnvId, name: body.name } : undefined);
          return older.showOf(body)(problem);
        },
      },
    );
    if (saved) dock.close();
  };
  const submit = (choice: TopicChoice = null) => form.handleSubmit((body) => send(body, choice));

  return (
    <form noValidate onSubmit={(event) => void submit()(event)} className="flex flex-col gap-5">
      <p className="text-muted text-table">{t('common.required-hint')}</p>
      <fieldset disabled={isSending} className="contents">
        <TextField
          control={control}
          name="name"
          dir="ltr"
          label={t('event-topics.name')}
          help={t('event-topics.name-help')}
          disabled={topic?.made != null}
          autoComplete="off"
          required
        />
        {place && (
          <Suspense>
            <AtBroker
              kafkaEnvId={place.kafkaEnvId}
              name={place.name}
              disabled={isSending}
              onChoose={(choice) => void submit(choice)()}
            />
          </Suspense>
        )}
        <SelectField
          control={control}
          name="kafkaEnvId"
          label={t('event-topics.kafka-env')}
          help={
            kafkas.isError ? t('event-topics.kafka-failed') : kafkas.data?.length === 0 && t('event-topics.kafka-none')
          }
          options={optionsOf(kafkas.data)}
          disabled={isKnown}
          required
        />
        <SelectField
          control={control}
          name="organizationId"
          label={t('event-topics.organization')}
          help={organizations.isError && t('event-topics.organization-failed')}
          options={optionsOf(organizations.data)}
          disabled={isKnown}
          required
        />
        <SelectField
          control={control}
          name="categoryId"
          label={t('event-topics.category')}
          help={categories.isError && t('event-topics.category-failed')}
          options={optionsOf(categories.data)}
          disabled={isKnown}
          required
        />
        <SubscribedField
          events={category?.events ?? []}
          chosen={form.watch('subscribed')}
          error={formState.errors.subscribed?.message}
          onChange={(subscribed) => setValue('subscribed', subscribed, { shouldDirty: true, shouldValidate: true })}
        />
        <TextAreaField
          control={control}
          name="organizationAttr"
          label={t('event-topics.attributes')}
          help={t('event-topics.attributes-help')}
          dir="ltr"
          rows={3}
          required
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            control={control}
            name="partitions"
            label={t('event-topics.partitions')}
            help={t('event-topics.partitions-help')}
            nullable
          />
          <NumberField
            control={control}
            name="replication"
            label={t('event-topics.replication')}
            help={t('event-topics.replication-help')}
            nullable
          />
        </div>
        <TextAreaField
          control={control}
          name="config"
          label={t('event-topics.config')}
          help={t('event-topics.config-help')}
          dir="ltr"
          rows={6}
        />
      </fieldset>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {topic && (
          <Suspense>
            <RemoveEventTopic topic={topic} />
          </Suspense>
        )}
        <Button onClick={dock.close}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" disabled={isSending || topic?.state === 'removing'}>
          {t('event-topics.submit')}
        </Button>
      </div>
      <OlderForm
        older={older}
        form={form}
        fields={{
          name: { label: t('event-topics.name') },
          organizationAttr: { label: t('event-topics.attributes') },
          subscribed: {
            label: t('event-topics.subscribed'),
            text: (value) =>
              ((value ?? []) as readonly number[])
                .map((id) => category?.events.find((each) => each.id === id)?.name ?? `#${id}`)
                .join('\n'),
          },
          partitions: { label: t('event-topics.partitions') },
          replication: { label: t('event-topics.replication') },
          config: { label: t('event-topics.config') },
        }}
        save={() => submit()()}
      />
    </form>
  );
};
