import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { applicationDescriptionLimit, applicationOwnersLimit } from '#domain/application/limits.ts';
import { linesOf } from '#domain/application/owner-lines.ts';
import { type ApplicationForm as ApplicationValues, applicationBody } from '#domain/application/schema.ts';
import { isAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { FormBar } from '../../components/form/form-bar.tsx';
import { FormSection } from '../../components/form/form-section.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { RadioField } from '../../components/form/radio-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OrganizationField } from '../organization/shared/organization-field.tsx';
import { saveCommand } from './shared/queries.ts';

/** The rules of the body. A radio button has a text as its value. */
const formSchema = z.extend(z.omit(applicationBody, { external: true, id: true, basedOn: true }), {
  external: z.enum(['0', '1'], { error: 'application.type-required' }),
});

type Props = Readonly<{
  /** Undefined for a new application. */
  application?: ApplicationValues;
  /** The organization that a new application is for. */
  orgId?: number | undefined;
}>;

/** Adds an application or changes the given one. */
export const ApplicationForm = ({ application: read, orgId }: Props) => {
  // Stays as it was opened: what is read again belongs to a newer form.
  const [application] = useState(read);
  const t = useLazyTexts('applications');
  const [, navigate] = useLocation();
  const user = useUser();
  const mayChoose = isAdmin(user);
  const command = useCommand(saveCommand);
  const isSending = command.state === 'sending';
  const own = { id: user.organizationId, name: user.organizationName };
  const form = useZodForm(formSchema, {
    name: application?.name ?? '',
    description: application?.description ?? '',
    organizationId: application?.organizationId ?? (mayChoose ? orgId : own.id),
    external: application && (application.external ? '1' : '0'),
    contact: application?.contact ?? '',
    // A new application belongs to its author, who may write somebody else instead.
    ...(application?.mayLetDecide && { maintainersDecide: application.maintainersDecide }),
    owners: application ? application.owners.map(({ ownerEmail }) => ownerEmail).join('\n') : user.email,
  });
  const forgetDraft = useFormDraft(
    form,
    `application-${application ? `${application.id}-${application.basedOn}` : `new-${orgId ?? ''}`}`,
  );
  const older = useOlderForm(application?.basedOn);
  const { control } = form;
  const list = mayChoose ? '/applications' : '/my/applications';

  const leave = () => {
    forgetDraft();
    navigate(application ? `${list}?dock=application:${application.id}` : list);
  };
  const submit = form.handleSubmit(async ({ external, ...values }) => {
    const body = { ...values, id: application?.id ?? 0, external: external === '1' };
    const sent = { ...body, owners: linesOf(values.owners) };
    const saved = await command.run({ body: older.stamped(body) }, { form, show: older.showOf(sent) });
    if (!saved) return;
    forgetDraft();
    const owns = linesOf(values.owners).some((line) => line.toLowerCase() === user.email.toLowerCase());
    // Who may publish for the new application is asked how.
    if (!application && (owns || user.roles.includes('ROLE_PORTAL_ADMIN')))
      navigate(`${list}?action=add-api&app=${saved.id}`);
    else navigate(`${list}?dock=application:${saved.id}`);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <fieldset disabled={isSending} className="contents">
        <FormSection title={t('applications.about')} text={t('common.required-hint')}>
          <TextField control={control} name="name" label={t('applications.name')} autoComplete="off" required />
          <TextAreaField
            control={control}
            name="description"
            label={t('applications.description')}
            help={t('applications.description-help')}
            maximum={applicationDescriptionLimit}
            required
          />
          <RadioField
            control={control}
            name="external"
            label={t('applications.type')}
            required
            columns={2}
            options={[
              { value: '0', label: t('applications.internal'), help: t('applications.internal-help') },
              { value: '1', label: t('applications.external'), help: t('applications.external-help') },
            ]}
          />
        </FormSection>
        <FormSection title={t('applications.people')} text={t('applications.people-text')}>
          <OrganizationField
            control={control}
            name="organizationId"
            label={t('applications.organization')}
            help={application && mayChoose && !application.mayMove ? t('applications.organization-fixed') : undefined}
            chosen={application?.organization ?? own}
            isFixed={!mayChoose || (application !== undefined && !application.mayMove)}
            required
          />
          <TextField
            control={control}
            name="contact"
            label={t('applications.contact')}
            help={t('applications.contact-help')}
            dir="ltr"
            autoComplete="off"
          />
          <TextAreaField
            control={control}
            name="owners"
            label={t('applications.owners')}
            help={t('applications.owners-help')}
            maximum={applicationOwnersLimit}
            dir="ltr"
          />
        </FormSection>
        {application?.mayLetDecide && (
          <FormSection title={t('applications.deciders')}>
            <SwitchField
              control={control}
              name="maintainersDecide"
              label={t('applications.maintainers-decide')}
              help={t('applications.maintainers-decide-help')}
            />
          </FormSection>
        )}
      </fieldset>
      <FormBar>
        <Button onClick={leave}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" disabled={isSending}>
          {t('applications.save')}
        </Button>
      </FormBar>
      <OlderForm
        older={older}
        form={form}
        fields={{
          name: { label: t('applications.name') },
          description: { label: t('applications.description') },
          external: {
            label: t('applications.type'),
            text: (value) => t(value ? 'applications.external' : 'applications.internal'),
            put: (value) => form.setValue('external', value ? '1' : '0'),
          },
          organizationId: { label: t('applications.organization') },
          contact: { label: t('applications.contact') },
          maintainersDecide: {
            label: t('applications.deciders'),
            text: (value) => t(value ? 'applications.maintainers-decide-short' : 'applications.administrators-decide'),
          },
          owners: {
            label: t('applications.owners'),
            put: (value) => form.setValue('owners', (value as readonly string[]).join('\n')),
          },
        }}
        save={submit}
      />
    </form>
  );
};
