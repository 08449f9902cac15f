import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RegistrationRow } from '#domain/registration/schema.ts';
import { installationQuery } from '../../api/installation.ts';
import { useCommand } from '../../api/use-command.ts';
import { CheckboxField } from '../../components/form/checkbox-field.tsx';
import { DialogForm } from '../../components/form/form-dialog.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { OrganizationField } from '../organization/shared/organization-field.tsx';
import { OtherForm } from './other-form.tsx';
import { approveCommand, reviewForm, type Scope } from './shared/queries.ts';

type Props = Readonly<{ scope: Scope; request: RegistrationRow; onDone: () => void; onDeny: () => void }>;

/** The review form: the user that an approval makes. In the queue of one organization, the organization is given. */
export const ApproveForm = ({ scope, request, onDone, onDeny }: Props) => {
  const { t } = useTranslation();
  const isOwn = scope === 'own';
  const { id, organizationId, organizationName, firstName, lastName, email, companyAdmin } = request;
  const { data: installation } = useQuery(installationQuery);
  const form = useZodForm(
    reviewForm,
    {
      accessRequestId: id,
      organizationId: organizationId ?? undefined,
      firstname: firstName,
      lastname: lastName,
      email,
      companyAdmin,
    },
    'onSubmit',
  );
  const command = useCommand(approveCommand(scope, installation?.mail === true));
  const { control } = form;
  const submit = form.handleSubmit(async (values) => {
    if (await command.run({ body: { ...values, organization: scope === 'own' } }, { form, onDecided: onDone }))
      onDone();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('access.approve')}
      isLocked={command.state === 'sending'}
      status={<OtherForm text={t('registrations.title-deny')} onOpen={onDeny} />}
    >
      <fieldset disabled={command.state === 'sending'} className="contents">
        <OrganizationField
          control={control}
          name="organizationId"
          label={t('access.organization')}
          chosen={organizationId === null ? undefined : { id: organizationId, name: organizationName }}
          isFixed={isOwn}
          required
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="firstname" label={t('account.first-name')} autoComplete="off" required />
          <TextField control={control} name="lastname" label={t('account.last-name')} autoComplete="off" required />
        </div>
        <TextField
          control={control}
          name="email"
          label={t('registrations.email')}
          help={t('registrations.review-email-help')}
          type="email"
          dir="ltr"
          autoComplete="off"
          required
        />
        <CheckboxField
          control={control}
          name="companyAdmin"
          label={t('registrations.company-admin')}
          help={t('registrations.company-admin-help')}
        />
      </fieldset>
    </DialogForm>
  );
};
