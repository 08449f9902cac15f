import { useTranslation } from 'react-i18next';
import { denyRegistrationsBody, type RegistrationRow, registrationTextLimit } from '#domain/registration/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { notice } from '../../api/notice.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { denyManyCommand, type Scope } from './shared/queries.ts';

type Props = Readonly<{
  scope: Scope;
  requests: readonly RegistrationRow[];
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}>;

/** So many people are named. */
const named = 5;

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
  const more = requests.length - named;
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('registrations.deny-count', { count: requests.length })}
      isLocked={command.state === 'sending'}
    >
      <ul className="grid gap-1 rounded-card border border-border px-3 py-2 text-table">
        {requests.slice(0, named).map(({ id, firstName, lastName, company, email }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <bdi>{fullNameOf(firstName, lastName)}</bdi>
            <span className="text-muted">
              {' · '}
              <bdi>{company}</bdi>
              {' · '}
              <bdi dir="ltr">{email}</bdi>
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-muted">{t('registrations.more', { count: more })}</li>}
      </ul>
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
