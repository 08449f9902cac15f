import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import { defaultOf, type FormField, isRecord } from '#domain/gateway-object/form-field.ts';
import { routeForm } from '#domain/gateway-object/forms.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { saveRouteCommand } from './commands.ts';
import { DrawnRecord } from './drawn-field.tsx';
import { stateOf, valueIn } from './form-state.ts';
import { MovedSince, ShownObject } from './moved-since.tsx';
import { withSettings } from './plugin-form-schema.ts';
import { objectFormOptions } from './queries.ts';

/** @property route the route to change. Without it a new one of the service is made. */
type Props = Readonly<{
  gatewayId: number;
  serviceId: string;
  route?: ObjectDetails;
  onDone: () => void;
  onLoad?: ((now: ObjectDetails) => void) | undefined;
}>;

const Form = ({ gatewayId, serviceId, route, onDone, onLoad, settings }: Props & Readonly<{ settings: FormField }>) => {
  const t = useLazyTexts('kong-objects');
  const command = useCommand(saveRouteCommand);
  const form = useZodForm(
    withSettings(routeForm, settings),
    {
      id: route?.id,
      gatewayId,
      seen: route?.seen,
      name: route?.name ?? '',
      contextPath: (route?.paths ?? []).join(' '),
      serviceId,
      stripPath: route ? route.body.strip_path === true : true,
      preserveHost: route?.body.preserve_host === true,
      settings: stateOf(settings, route ? route.body : defaultOf(settings)),
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
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(route ? 'kong-objects.save' : 'kong-objects.create-route')}
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
          name="contextPath"
          label={t('kong-objects.paths')}
          help={t('kong-objects.paths-help')}
          dir="ltr"
          autoComplete="off"
        />
        <SwitchField
          control={form.control}
          name="stripPath"
          label={t('kong-objects.strip-path')}
          help={t('kong-objects.strip-path-help')}
        />
        <SwitchField control={form.control} name="preserveHost" label={t('kong-objects.preserve-host')} />
        <DrawnRecord control={control} set={set} name="settings" fields={settings.fields ?? []} />
      </fieldset>
      <OperationSection operation={command.operation} failed={t('kong-objects.save-failed')} />
      <MovedSince operation={command.operation} shown={route} onLoad={onLoad} />
    </DialogForm>
  );
};

const Drawn = (props: Props) => (
  <QueryView
    query={useQuery(objectFormOptions(props.gatewayId, 'route'))}
    skeleton={<Skeleton className="late h-60 w-full" />}
  >
    {({ settings }) => <Form {...props} settings={settings} />}
  </QueryView>
);

/** Adds a route to a service at a gateway, or changes one that is not of this portal. */
export const RouteDialog = ({ open, ...props }: Props & Readonly<{ open: boolean }>) => {
  const t = useLazyTexts('kong-objects');
  return (
    <FormDialog
      open={open}
      onClose={props.onDone}
      title={t(props.route ? 'kong-objects.edit-route' : 'kong-objects.add-route')}
      text={t('kong-objects.route-text')}
      className="max-w-[400px]"
    >
      <ShownObject object={props.route}>
        {(shown, load) => <Drawn {...props} {...(shown && { route: shown })} onLoad={load} />}
      </ShownObject>
    </FormDialog>
  );
};
