import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import { defaultOf, type FormField, isRecord } from '#domain/gateway-object/form-field.ts';
import { serviceForm, urlOf } from '#domain/gateway-object/forms.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { NumberField } from '../../components/form/number-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { saveServiceCommand } from './commands.ts';
import { DrawnRecord } from './drawn-field.tsx';
import { stateOf, valueIn } from './form-state.ts';
import { MovedSince, ShownObject } from './moved-since.tsx';
import { withSettings } from './plugin-form-schema.ts';
import { objectFormOptions } from './queries.ts';

type Props = Readonly<{
  gatewayId: number;
  service?: ObjectDetails;
  onDone: () => void;
  onLoad?: ((now: ObjectDetails) => void) | undefined;
}>;

const Form = ({ gatewayId, service, onDone, onLoad, settings }: Props & Readonly<{ settings: FormField }>) => {
  const t = useLazyTexts('kong-objects');
  const command = useCommand(saveServiceCommand);
  const form = useZodForm(
    withSettings(serviceForm, settings),
    {
      id: service?.id,
      gatewayId,
      seen: service?.seen,
      name: service?.name ?? '',
      url: service ? urlOf(service) : '',
      retries: service?.retries ?? undefined,
      connectTimeout: service?.connectTimeout ?? undefined,
      writeTimeout: service?.writeTimeout ?? undefined,
      readTimeout: service?.readTimeout ?? undefined,
      enabled: service?.enabled ?? true,
      settings: stateOf(settings, service ? service.body : defaultOf(settings)),
    },
    'onSubmit',
  );
  useFailedFields(form, command.operation);
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;
  const submit = form.handleSubmit(async ({ settings: _state, ...own }) => {
    const value = valueIn(settings, form.getValues('settings'), [], []);
    await command.run({ body: { ...own, settings: isRecord(value) ? value : {} } }, { form });
  });
  const control = form.control as unknown as Control<FieldValues>;
  const set = (name: string, state: unknown) => form.setValue(name as 'settings', state, { shouldDirty: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const unit = t('kong-objects.milliseconds');
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(service ? 'kong-objects.save' : 'kong-objects.create-service')}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
    >
      <fieldset disabled={isLocked} className="grid min-w-0 gap-5">
        <TextField
          control={form.control}
          name="name"
          label={t('kong-objects.name')}
          dir="ltr"
          autoComplete="off"
          required
        />
        <TextField
          control={form.control}
          name="url"
          label={t('kong-objects.url')}
          help={t('kong-objects.url-help')}
          dir="ltr"
          autoComplete="off"
          required
        />
        {service && (
          <>
            <NumberField control={form.control} name="retries" label={t('kong-objects.retries')} />
            <NumberField
              control={form.control}
              name="connectTimeout"
              label={t('kong-objects.connect-timeout')}
              unit={unit}
            />
            <NumberField
              control={form.control}
              name="writeTimeout"
              label={t('kong-objects.write-timeout')}
              unit={unit}
            />
            <NumberField control={form.control} name="readTimeout" label={t('kong-objects.read-timeout')} unit={unit} />
            <SwitchField control={form.control} name="enabled" label={t('kong-objects.enabled')} />
            <DrawnRecord control={control} set={set} name="settings" fields={settings.fields ?? []} />
          </>
        )}
      </fieldset>
      <OperationSection operation={command.operation} failed={t('kong-objects.save-failed')} />
      <MovedSince operation={command.operation} shown={service} onLoad={onLoad} />
    </DialogForm>
  );
};

const Drawn = (props: Props) => (
  <QueryView
    query={useQuery(objectFormOptions(props.gatewayId, 'service'))}
    skeleton={<Skeleton className="late h-60 w-full" />}
  >
    {({ settings }) => <Form {...props} settings={settings} />}
  </QueryView>
);

/** Adds a service at a gateway, or changes one that is not of this portal. */
export const ServiceDialog = ({ open, ...props }: Props & Readonly<{ open: boolean }>) => {
  const t = useLazyTexts('kong-objects');
  return (
    <FormDialog
      open={open}
      onClose={props.onDone}
      title={t(props.service ? 'kong-objects.edit-service' : 'kong-objects.add-service')}
      text={t('kong-objects.service-text')}
      className="max-w-[400px]"
    >
      <ShownObject object={props.service}>
        {(shown, load) => <Drawn {...props} {...(shown && { service: shown })} onLoad={load} />}
      </ShownObject>
    </FormDialog>
  );
};
