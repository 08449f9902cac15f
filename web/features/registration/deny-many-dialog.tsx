import { useTranslation } from 'react-i18next';
import { denyRegistrationsBody, type RegistrationRow, registrationTextLimit } from '#domain/registration/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { notice } from '../../api/notice.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { FirstFew } from '../../components/layout/first-few.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { denyManyCommand, type Scope } from './shared/queries.ts';

type Props = Readonly<{
  scope: Scope;
  requests: readonly RegistrationRow[];
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}>;

const DenyManyForm = ({ scope, requests, onDone }: Omit<Props, 'open' | 'onClose'>) => {
  const { t: common } = useTranslation();
  const t = useLazyTexts('registrations');
  const form = useZodForm(
    denyRegistrationsBody,
    { accessRequestIds: requests.map(({ id }) => id), reason: '' },
    'onSubmit',
  );
  const command = useCommand(denyManyCommand(scope));
  const submit = form.handleSubmit(async (values) => {
    const done = await command.run({ body: values }, { form });
    if (!done) return;
    const { denied, decidedBefore } = done;
    const text = t('registrations.denied-count', { count: denied.length });
    if (decidedBefore.length === 0) notice.success(text);
    else
      notice.warning(text, {
        description: t('registrations.decided-before', { count: decidedBefore.length }),
      });
    onDone();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('registrations.deny-count', { count: requests.length })}
      isLocked={command.state === 'sending'}
    >
      <FirstFew
        things={requests.map(({ id, firstName, lastName, company, email }) => ({
          id,
          name: fullNameOf(firstName, lastName),
          details: [company, email],
        }))}
        more={(count) => t('registrations.more', { count })}
      />
      <TextAreaField
        control={form.control}
        name="reason"
        label={common('access.reason')}
        help={t('registrations.reason-help-many')}
        maximum={registrationTextLimit}
        rows={3}
        required
      />
    </DialogForm>
  );
};

/** Denies many requests with one reason. */
export const DenyManyDialog = ({ open, onClose, ...form }: Props) => {
  const t = useLazyTexts('registrations');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('registrations.title-deny-many', { count: form.requests.length })}
      text={t('registrations.text-deny-many')}
    >
      <DenyManyForm {...form} />
    </FormDialog>
  );
};
