import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type ConsumerRow, rotateBody } from '#domain/consumer/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { NumberField } from '../../components/form/number-field.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { useKeyName } from './shared/key-name.ts';
import { rotateCommand, useForgetRevealed } from './shared/queries.ts';

const minutesIn = { hours: 60, days: 24 * 60 } as const;
const units = ['hours', 'days'] as const;

/** Schema of the form, which turns an amount and a unit into the command's minutes. */
const overlapForm = z.object({ amount: z.int({ error: 'consumer.overlap-invalid' }), unit: z.enum(units) }).check(
  z.superRefine(({ amount, unit }, context) => {
    if (!rotateBody.safeParse({ overlapMinutes: amount * minutesIn[unit] }).success)
      context.addIssue({ code: 'custom', path: ['amount'], message: 'consumer.overlap-invalid' });
  }),
);

type Props = Readonly<{
  consumer: ConsumerRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when the new key is on the gateway. */
  onRotated: () => void;
}>;

const Form = ({ consumer, onRotated }: Pick<Props, 'consumer' | 'onRotated'>) => {
  const { t } = useTranslation();
  const format = useFormat();
  const command = useCommand(rotateCommand);
  const forget = useForgetRevealed();
  const form = useZodForm(overlapForm, { amount: 7, unit: 'days' }, 'onSubmit');
  const { control } = form;
  const chosen = overlapForm.safeParse(useWatch({ control }));
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;

  const submit = form.handleSubmit(async ({ amount, unit }) => {
    // Forget the secrets at once. Somebody who closes the dialog early must not see the old key offered.
    if (await command.run({ parameters: { id: consumer.id }, body: { overlapMinutes: amount * minutesIn[unit] } }))
      forget(consumer.id);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onRotated();
  }, [isDone]);

  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('consumers.rotate-action')}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
    >
      <fieldset disabled={isLocked} className="grid min-w-0 gap-1.5">
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
          <NumberField control={control} name="amount" label={t('consumers.rotate-keep')} disabled={isLocked} />
          <SelectField
            control={control}
            name="unit"
            label={t('consumers.rotate-unit')}
            disabled={isLocked}
            options={units.map((unit) => ({ value: unit, label: t(`consumers.units.${unit}`) }))}
          />
        </div>
        <p className="text-muted text-xs" aria-live="polite">
          {chosen.success
            ? t('consumers.rotate-until', {
                when: format.dateTime(Date.now() + chosen.data.amount * minutesIn[chosen.data.unit] * 60_000),
              })
            : t('consumers.rotate-range')}
        </p>
      </fieldset>
      <OperationSection operation={command.operation} failed={t('consumers.rotate-failed')} />
    </DialogForm>
  );
};

/** Rotates a key: asks how long the old key still works, and shows the progress of the operation. */
export const RotateKey = ({ consumer, open, onOpenChange, onRotated }: Props) => {
  const { t } = useTranslation();
  const name = useKeyName()(consumer);
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      className="max-w-[450px]"
      title={t('consumers.rotate-title', { name })}
      text={
        <>
          {t('consumers.rotate-text')}
          {consumer.clientId && ` ${t('consumers.rotate-client')}`}
        </>
      }
    >
      <Form consumer={consumer} onRotated={onRotated} />
    </FormDialog>
  );
};
