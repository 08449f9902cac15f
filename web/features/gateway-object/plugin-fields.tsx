import { useEffect, useState } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import { changesOf } from '#domain/gateway-object/changes.ts';
import { defaultOf, isRecord, type PluginForm } from '#domain/gateway-object/form-field.ts';
import { effectOf } from '#domain/gateway-object/plugin-effect.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { FieldError } from '../../components/form/field-error.tsx';
import { DialogForm } from '../../components/form/form-dialog.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { savePluginCommand } from './commands.ts';
import { DrawnField, DrawnRecord } from './drawn-field.tsx';
import { stateOf, valueIn, withoutTyped } from './form-state.ts';
import { MovedSince } from './moved-since.tsx';
import { pluginFormSchema } from './plugin-form-schema.ts';
import { idsOf, type PluginPlace } from './plugin-place.ts';
import { PluginPreview } from './plugin-preview.tsx';

type Props = Readonly<{
  gatewayId: number;
  drawn: PluginForm;
  place: PluginPlace;
  plugin?: ObjectDetails | undefined;
  onDone: () => void;
  onLoad?: ((now: ObjectDetails) => void) | undefined;
}>;

/** The gateway's name of a field beside the configuration. */
const overProtocols = 'protocols';

/** The fields of a plugin, then a look at what it will do, then it is saved. */
export const PluginFields = ({ gatewayId, drawn, place, plugin, onDone, onLoad }: Props) => {
  const t = useLazyTexts('kong-objects');
  const command = useCommand(savePluginCommand);
  const [isPreviewed, setPreviewed] = useState(false);
  const { config, protocols } = drawn;
  const before = plugin?.body.config;
  const form = useZodForm(
    pluginFormSchema(drawn),
    {
      name: drawn.name,
      enabled: plugin?.enabled ?? true,
      protocols: protocols && stateOf(protocols, plugin ? plugin.body.protocols : defaultOf(protocols)),
      config: stateOf(config, plugin ? before : defaultOf(config)),
    },
    'onSubmit',
  );
  useFailedFields(form, command.operation);
  const isDone = command.state === 'done';
  const hasFailed = command.state === 'failed';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  // What the gateway refused is corrected in the fields.
  useEffect(() => {
    if (hasFailed) setPreviewed(false);
  }, [hasFailed]);
  const bodyOf = () => {
    const values = form.getValues();
    return {
      enabled: values.enabled,
      ...(protocols ? { protocols: valueIn(protocols, values.protocols, [], []) } : {}),
      config: valueIn(config, values.config, [], []),
    };
  };
  const submit = form.handleSubmit(async () => {
    if (!isPreviewed) {
      setPreviewed(true);
      return;
    }
    const { enabled, protocols: over, config: wanted } = bodyOf();
    await command.run(
      {
        body: {
          id: plugin?.id,
          gatewayId,
          seen: plugin?.seen,
          name: drawn.name,
          ...(plugin ? {} : idsOf(place)),
          enabled,
          ...(Array.isArray(over) ? { protocols: over } : {}),
          config: isRecord(wanted) ? wanted : {},
        },
      },
      { form },
    );
  });
  const control = form.control as unknown as Control<FieldValues>;
  const set = (name: string, state: unknown) => form.setValue(name as 'config', state, { shouldDirty: true });
  const previewOf = () => {
    const body = bodyOf();
    const state = { name: drawn.name, enabled: body.enabled, config: body.config };
    return {
      effect: effectOf(plugin && { name: plugin.name, enabled: plugin.enabled, config: before }, state),
      changes: changesOf(plugin?.body ?? {}, { ...body, config: withoutTyped(config, body.config) }),
    };
  };
  const { errors } = form.formState;
  // What is wrong with the plugin as a whole has no field of its own.
  const wrong = errors.name?.message ?? errors.config?.message;
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(isPreviewed ? (plugin ? 'kong-objects.save' : 'kong-objects.add-plugin') : 'kong-objects.preview')}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
      status={
        isPreviewed &&
        !isLocked && (
          <Button variant="quiet" className="me-auto" onClick={() => setPreviewed(false)}>
            {t('kong-objects.back-to-form')}
          </Button>
        )
      }
    >
      <fieldset disabled={isLocked} className={isPreviewed ? 'hidden' : 'grid min-w-0 gap-5'}>
        <SwitchField control={form.control} name="enabled" label={t('kong-objects.enabled')} />
        {protocols && (
          <DrawnField control={control} set={set} name={overProtocols} label={overProtocols} field={protocols} />
        )}
        <DrawnRecord control={control} set={set} name="config" fields={config.fields ?? []} />
        {wrong && <FieldError text={wrong} />}
      </fieldset>
      {isPreviewed && <PluginPreview gatewayId={gatewayId} place={place} {...previewOf()} />}
      <OperationSection operation={command.operation} failed={t('kong-objects.save-failed')} />
      <MovedSince operation={command.operation} shown={plugin} onLoad={onLoad} />
    </DialogForm>
  );
};
