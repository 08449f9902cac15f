import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import { defaultOf, type FormField, isRecord } from '#domain/gateway-object/form-field.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { saveUpstreamCommand } from './commands.ts';
import { DrawnRecord } from './drawn-field.tsx';
import { stateOf, valueIn } from './form-state.ts';
import { MovedSince, ShownObject } from './moved-since.tsx';
import { upstreamFormSchema } from './plugin-form-schema.ts';
import { upstreamFormOptions } from './queries.ts';

type Props = Readonly<{
  gatewayId: number;
  upstream?: ObjectDetails;
  onDone: () => void;
  onLoad?: ((now: ObjectDetails) => void) | undefined;
}>;

const Form = ({ gatewayId, settings, upstream, onDone, onLoad }: Props & Readonly<{ settings: FormField }>) => {
  const t = useLazyTexts('kong-objects');
  const command = useCommand(saveUpstreamCommand);
  const form = useZodForm(
    upstreamFormSchema(settings),
    { name: upstream?.name ?? '', settings: stateOf(settings, upstream ? upstream.body : defaultOf(settings)) },
    'onSubmit',
  );
  useFailedFields(form, command.operation);
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const submit = form.handleSubmit(async ({ name }) => {
    const value = valueIn(settings, form.getValues('settings'), [], []);
    const body = { id: upstream?.id, gatewayId, seen: upstream?.seen, name, settings: isRecord(value) ? value : {} };
    await command.run({ body }, { form });
  });
  const control = form.control as unknown as Control<FieldValues>;
  const set = (name: string, state: unknown) => form.setValue(name as 'settings', state, { shouldDirty: true });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(upstream ? 'kong-objects.save' : 'kong-objects.add-upstream')}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
    >
      <fieldset disabled={isLocked} className="grid min-w-0 gap-5">
        <TextField
          control={form.control}
          name="name"
          label={t('kong-objects.name')}
          help={t('kong-objects.upstream-name-help')}
          dir="ltr"
          autoComplete="off"
          required
        />
        <DrawnRecord control={control} set={set} name="settings" fields={settings.fields ?? []} />
      </fieldset>
      <OperationSection operation={command.operation} failed={t('kong-objects.save-failed')} />
      <MovedSince operation={command.operation} shown={upstream} onLoad={onLoad} />
    </DialogForm>
  );
};

const Drawn = (props: Props) => (
  <QueryView
    query={useQuery(upstreamFormOptions(props.gatewayId))}
    skeleton={<Skeleton className="late h-60 w-full" />}
  >
    {({ settings }) => <Form {...props} settings={settings} />}
  </QueryView>
);

/** Adds an upstream at a gateway, or changes one that is not of this portal. */
export const UpstreamDialog = ({ open, ...props }: Props & Readonly<{ open: boolean }>) => {
  const t = useLazyTexts('kong-objects');
  return (
    <FormDialog
      open={open}
      onClose={props.onDone}
      title={t(props.upstream ? 'kong-objects.edit-upstream' : 'kong-objects.add-upstream')}
      text={t('kong-objects.upstream-text')}
      className="max-w-[560px]"
    >
      <ShownObject object={props.upstream}>
        {(shown, load) => <Drawn {...props} {...(shown && { upstream: shown })} onLoad={load} />}
      </ShownObject>
    </FormDialog>
  );
};
