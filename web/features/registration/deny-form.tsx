import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type RegistrationRow, registrationTextLimit } from '#domain/registration/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { denyCommand, denyForm, type Scope } from './shared/queries.ts';

/** `toApproval` leads to the form that approves the request. */
type Props = Readonly<{ scope: Scope; request: RegistrationRow; onDone: () => void; toApproval: ReactNode }>;

/** Denies a request with a reason. */
export const DenyForm = ({ scope, request, onDone, toApproval }: Props) => {
  const { t } = useTranslation();
  const form = useZodForm(denyForm, { accessRequestId: request.id, reason: '' }, 'onSubmit');
  const command = useCommand(denyCommand(scope));
  const submit = form.handleSubmit(async (values) => {
    if (await command.run({ body: values }, { form, onDecided: onDone })) onDone();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('access.deny')}
      isLocked={command.state === 'sending'}
      status={toApproval}
    >
      <TextAreaField
        control={form.control}
        name="reason"
        label={t('access.reason')}
        help={t('registrations.reason-help')}
        maximum={registrationTextLimit}
        rows={3}
        required
      />
    </DialogForm>
  );
};
