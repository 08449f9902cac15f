import { useEffect } from 'react';
import { targetForm } from '#domain/gateway-object/forms.ts';
import type { UpstreamTarget } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { NumberField } from '../../components/form/number-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { saveTargetCommand } from './commands.ts';
import { MovedTarget, ShownObject } from './moved-since.tsx';

/** @property target the target whose weight changes. Without it a new one is added. */
type Props = Readonly<{
  gatewayId: number;
  upstreamId: string;
  target?: UpstreamTarget | undefined;
  onDone: () => void;
  onLoad?: ((now: UpstreamTarget) => void) | undefined;
}>;

/** The weight that Kong gives a target. */
const usualWeight = 100;

const Form = ({ gatewayId, upstreamId, target, onDone, onLoad }: Props) => {
  const t = useLazyTexts('kong-objects');
  const command = useCommand(saveTargetCommand);
  const form = useZodForm(
    targetForm,
    {
      id: target?.id,
      gatewayId,
      seen: target?.seen,
      upstreamId,
      target: target?.target ?? '',
      weight: target?.weight ?? usualWeight,
    },
    'onSubmit',
  );
  useFailedFields(form, command.operation);
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const submit = form.handleSubmit(async (body) => {
    await command.run({ body }, { form });
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(target ? 'kong-objects.save' : 'kong-objects.add-target')}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
    >
      <fieldset disabled={isLocked} className="contents">
        <TextField
          control={form.control}
          name="target"
          label={t('kong-objects.kind-target')}
          help={t('kong-objects.target-help')}
          dir="ltr"
          autoComplete="off"
          disabled={target !== undefined}
          required
        />
        <NumberField
          control={form.control}
          name="weight"
          label={t('kong-objects.weight')}
          help={t('kong-objects.weight-help')}
          required
        />
      </fieldset>
      <OperationSection operation={command.operation} failed={t('kong-objects.save-failed')} />
      {target && onLoad && (
        <MovedTarget
          operation={command.operation}
          shown={target}
          gatewayId={gatewayId}
          upstreamId={upstreamId}
          onLoad={onLoad}
        />
      )}
    </DialogForm>
  );
};

/** Adds a target to an upstream, or changes its weight. */
export const TargetDialog = ({ open, ...props }: Props & Readonly<{ open: boolean }>) => {
  const t = useLazyTexts('kong-objects');
  return (
    <FormDialog
      open={open}
      onClose={props.onDone}
      title={t(props.target ? 'kong-objects.edit-target' : 'kong-objects.add-target')}
      text={t('kong-objects.target-text')}
      className="max-w-[400px]"
    >
      <ShownObject object={props.target}>
        {(shown, load) => <Form {...props} target={shown} onLoad={load} />}
      </ShownObject>
    </FormDialog>
  );
};
