import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { limitKey } from '#domain/consumer/calls.ts';
import { limitBody, limitBodyOf } from '#domain/consumer/limit-form.ts';
import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import type { Address } from '#domain/core/call.ts';
import type { limitKeysOfOrganization } from '#domain/key-limit/calls.ts';
import { type CommandDefinition, useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { LimitFields } from './limit-fields.tsx';
import { olderLimitFieldsOf } from './older-limit-fields.ts';

type Limiting = typeof limitKey | typeof limitKeysOfOrganization;

type FormProps = Readonly<{
  command: CommandDefinition<Limiting>;
  parameters: Address<Limiting>['parameters'];
  rateLimit: ConsumerRateLimit | null;
  basedOn: number;
  label: string;
  help: string;
  onDone: () => void;
}>;

const Form = ({ command: definition, parameters, rateLimit, basedOn, label, help, onDone }: FormProps) => {
  const { t } = useTranslation();
  const command = useCommand(definition);
  const form = useZodForm(limitBody, limitBodyOf(rateLimit), 'onSubmit');
  const older = useOlderForm(basedOn);
  useFailedFields(form, command.operation);
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;

  const submit = form.handleSubmit(async (body) => {
    const response = await command.run(
      { parameters, body: older.stamped(body) },
      {
        form,
        show: older.showOf(body),
      },
    );
    if (response) older.saved(response);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);

  return (
    <>
      <DialogForm
        onSubmit={(event) => void submit(event)}
        action={t('consumers.limit-save')}
        isLocked={isLocked}
        leave={isLocked ? t('common.close') : t('common.cancel')}
      >
        <fieldset disabled={isLocked} className="contents">
          <LimitFields form={form} label={label} help={help} disabled={isLocked} />
        </fieldset>
        <OperationSection operation={command.operation} failed={t('consumers.limit-failed')} />
      </DialogForm>
      <OlderForm older={older} form={form} fields={olderLimitFieldsOf(t)} save={submit} />
    </>
  );
};

type Props = Omit<FormProps, 'onDone'> &
  Readonly<{ open: boolean; onOpenChange: (open: boolean) => void; title: string; text: string }>;

/** Sets or removes a limit that the provider of an API gives a key, or the keys of an organization. */
export const LimitDialog = ({ open, onOpenChange, title, text, ...form }: Props) => (
  <FormDialog open={open} onClose={() => onOpenChange(false)} title={title} text={text}>
    <Form {...form} onDone={() => onOpenChange(false)} />
  </FormDialog>
);
