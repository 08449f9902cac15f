import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RegistrationRow } from '#domain/registration/schema.ts';
import { installationQuery } from '../../api/installation.ts';
import { useCommand } from '../../api/use-command.ts';
import { CheckboxField } from '../../components/form/checkbox-field.tsx';
import { focusMissing } from '../../components/form/focus-missing.ts';
import { DialogForm } from '../../components/form/form-dialog.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { OrganizationField } from '../organization/shared/organization-field.tsx';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { approveCommand, reviewForm, type Scope } from './shared/queries.ts';

const NewCompany = lazy(() =>
  import('../organization/shared/new-company.tsx').then((module) => ({ default: module.NewCompany })),
);

/** Says why an organization is proposed, or why none is. */
const useReason = (scope: Scope, { email, colleagues, organizationName }: RegistrationRow): string => {
  const { t } = useTranslation();
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (colleagues === 'public') return t('registrations.domain-public', { domain });
  if (colleagues === 'some') return t('registrations.domain-known', { domain, organization: organizationName });
  return t(scope === 'own' ? 'registrations.domain-strange' : 'registrations.domain-unknown', {
    domain,
    organization: organizationName,
  });
};

/** In their order, for the focus. */
const fields = ['organizationId', 'firstname', 'lastname', 'email'] as const;

/** `toDenial` leads to the form that denies the request. */
type Props = Readonly<{ scope: Scope; request: RegistrationRow; onDone: () => void; toDenial: ReactNode }>;

/** The review form: the user that an approval makes. In the queue of one organization, the organization is given. */
export const ApproveForm = ({ scope, request, onDone, toDenial }: Props) => {
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
  const reason = useReason(scope, request);
  const command = useCommand(approveCommand(scope, installation?.mail === true));
  const { control, setFocus } = form;
  const frame = useRef<HTMLDivElement>(null);
  const [company, setCompany] = useState<Readonly<{ id: number; name: string }>>();
  const proposed = organizationId === null ? undefined : { id: organizationId, name: organizationName };
  // The choice can't have the focus before its list is there.
  const isListed = useQuery({ ...organizationsOptions, enabled: !isOwn }).data !== undefined;
  useEffect(() => {
    if (isListed || isOwn) focusMissing({ control, setFocus }, fields);
  }, [isListed, isOwn, control, setFocus]);
  const choose = (added: Readonly<{ id: number; name: string }>) => {
    setCompany(added);
    form.setValue('organizationId', added.id, { shouldValidate: true });
    // After the dialog of the company has closed.
    setTimeout(() => {
      if (!focusMissing({ control, setFocus }, fields))
        frame.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    });
  };
  const submit = form.handleSubmit(async (values) => {
    if (await command.run({ body: { ...values, organization: scope === 'own' } }, { form, onDecided: onDone }))
      onDone();
  });
  return (
    <div ref={frame}>
      <DialogForm
        onSubmit={(event) => void submit(event)}
        action={t('access.approve')}
        isLocked={command.state === 'sending'}
        status={toDenial}
      >
        <fieldset disabled={command.state === 'sending'} className="contents">
          <OrganizationField
            control={control}
            name="organizationId"
            label={t('access.organization')}
            help={reason}
            chosen={company ?? proposed}
            isFixed={isOwn}
            required
          />
          {!isOwn && (
            <Suspense>
              <NewCompany
                known={{ name: request.company, contact: `${firstName} ${lastName}`, phoneNumber: request.phoneNumber }}
                onAdded={choose}
              />
            </Suspense>
          )}
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
    </div>
  );
};
