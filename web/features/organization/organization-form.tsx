import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { billingTypes, noProfile, organizationDescriptionLimit, profileIn } from '#domain/organization/details.ts';
import { externalProblems, type FormWords, organizationFields } from '#domain/organization/form.ts';
import type { OrganizationValues } from '#domain/organization/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { CheckboxField } from '../../components/form/checkbox-field.tsx';
import { focusMissing } from '../../components/form/focus-missing.ts';
import { FormSection } from '../../components/form/form-section.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { RadioField } from '../../components/form/radio-field.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { AttributesField } from './attributes-field.tsx';
import { olderFieldsOf } from './older-fields.ts';
import { saveCommand } from './queries.ts';

/** The fields that only an external organization has. */
const onlyExternal = { ...noProfile, attrs: [] };

const empty = { name: '', contact: '', description: '', ...onlyExternal };

/** The required fields of a company, in their order. */
const ofCompany = [
  ...['name', 'contact', 'phoneNumber', 'address1', 'zip', 'city', 'state', 'country'],
  ...['registrationId', 'billingType', 'taxNo'],
] as ('name' | keyof typeof noProfile)[];

/** The rules of the body. A radio button has a text as its value. */
const schemaOf = (words: FormWords) => {
  const whole = z
    .object({
      ...organizationFields(words),
      external: z.enum(['0', '1'], { error: 'organization.external-required' }),
    })
    .check(z.superRefine((body, context) => externalProblems({ ...body, external: body.external === '1' }, context)));
  // Fields that are hidden are not sent, so they can't be wrong.
  const shown = (values: z.input<typeof whole>) => (values.external === '0' ? { ...values, ...onlyExternal } : values);
  return z.pipe(z.transform(shown), whole);
};

const valuesOf = ({ id, external, attrs, ...row }: OrganizationValues) => {
  const { name, contact, description } = row;
  const about = { id, name, contact, description, external: external ? ('1' as const) : ('0' as const), attrs };
  return { ...about, ...profileIn(row) };
};

type Props = Readonly<{
  /** Undefined for a new organization. */
  organization?: OrganizationValues | undefined;
  /** The words of the fields. A company's form is about a client, so it is external and has no types of attributes. */
  words: FormWords;
  /** Draws the buttons. The form can't be sent while it is locked: it is not valid yet, or on its way. Cancel calls `forget`. */
  bar: (isLocked: boolean, forget: () => void) => ReactNode;
  /** What is known of a new organization. The focus goes to what is missing. */
  known?: Readonly<Partial<Record<'name' | 'contact' | 'phoneNumber', string>>>;
  onSaved: (id: number, name: string) => void;
}>;

/** Adds an organization or changes the given one. */
export const OrganizationForm = ({ organization: read, words, bar, known, onSaved }: Props) => {
  // Stays as it was opened, so that a change by somebody else does not replace the input.
  const [organization] = useState(read);
  const { t: common } = useTranslation();
  const t = useLazyTexts('organizations');
  const command = useCommand(saveCommand);
  const isSending = command.state === 'sending';
  const [schema] = useState(() => schemaOf(words));
  const isCompany = words === 'company';
  const form = useZodForm(
    schema,
    organization
      ? valuesOf(organization)
      : { id: 0, ...empty, ...known, external: isCompany ? ('1' as const) : undefined },
  );
  const { control, formState, setFocus, trigger } = form;
  const isKnown = organization !== undefined;
  // What an older release did not ask for is missing: say so at once, because the form can't be sent.
  useEffect(() => {
    if (isKnown) void trigger();
  }, [isKnown, trigger]);
  const isBegun = known !== undefined;
  useEffect(() => {
    if (isBegun) focusMissing({ control, setFocus }, ofCompany);
  }, [isBegun, control, setFocus]);
  const forgetDraft = useFormDraft(
    form,
    `${words}-${organization ? `${organization.id}-${organization.basedOn}` : 'new'}`,
  );
  const older = useOlderForm(organization?.basedOn);
  const isExternal = form.watch('external') === '1';
  const becomesExternal = isExternal && organization?.external === false;
  const endingKeys = becomesExternal ? (organization.endingKeys ?? 0) : 0;
  const isUnsure = endingKeys > 0 && form.watch('endKeys') !== true;
  const submit = form.handleSubmit(async ({ external, ...values }) => {
    const { id, name, contact, description } = values;
    const about = { id, name, contact, description };
    const body = external === '1' ? { ...values, ...about, external: true } : { ...about, external: false };
    const sent = { ...onlyExternal, ...body };
    const saved = await command.run({ body: older.stamped(body) }, { form, show: older.showOf(sent) });
    if (!saved) return;
    forgetDraft();
    onSaved(saved.id, name);
  });
  const text = (name: 'address1' | 'address2' | 'city' | 'state' | 'country' | 'zip', required = true) => (
    <TextField
      control={control}
      name={name}
      label={t(`organizations.${name}`)}
      autoComplete="off"
      required={required}
    />
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <fieldset disabled={isSending} className="contents">
        <FormSection title={t('organizations.about')} text={common('common.required-hint')}>
          <TextField
            control={control}
            name="name"
            label={t(isCompany ? 'organizations.company-name' : 'organizations.organization-name')}
            autoComplete="off"
            required
          />
          <TextField
            control={control}
            name="contact"
            label={t(isCompany ? 'organizations.company-contact' : 'organizations.organization-contact')}
            help={t('organizations.contact-help')}
            autoComplete="off"
            required
          />
          {!isCompany && (
            <RadioField
              control={control}
              name="external"
              label={t('organizations.type')}
              required
              columns={2}
              options={[
                { value: '0', label: t('organizations.internal'), help: t('organizations.internal-help') },
                { value: '1', label: t('organizations.external'), help: t('organizations.external-help') },
              ]}
            />
          )}
          {becomesExternal && <p className="text-muted text-table">{t('organizations.becomes-external')}</p>}
          {endingKeys > 0 && (
            <CheckboxField
              control={control}
              name="endKeys"
              label={t('organizations.end-keys', { count: endingKeys })}
              help={t('organizations.end-keys-help')}
              required
            />
          )}
          <TextAreaField
            control={control}
            name="description"
            label={t('organizations.description')}
            maximum={organizationDescriptionLimit}
            grows
          />
        </FormSection>
        {isExternal && (
          <>
            <FormSection title={t('organizations.address')}>
              <TextField
                control={control}
                name="phoneNumber"
                label={t('organizations.phone')}
                dir="ltr"
                inputMode="tel"
                autoComplete="off"
                required
              />
              {text('address1')}
              {text('address2', false)}
              <div className="grid gap-5 sm:grid-cols-2">
                {text('zip')}
                {text('city')}
                {text('state')}
                {text('country')}
              </div>
            </FormSection>
            <FormSection title={t('organizations.business')}>
              <TextField
                control={control}
                name="registrationId"
                label={t('organizations.registration')}
                autoComplete="off"
                required
              />
              <SelectField
                control={control}
                name="billingType"
                label={t('organizations.billing')}
                options={billingTypes.map((value) => ({ value, label: t(`organizations.billings.${value}`) }))}
                required
              />
              <TextField control={control} name="taxNo" label={t('organizations.tax')} autoComplete="off" required />
            </FormSection>
            <FormSection title={t('organizations.attributes')} text={t('organizations.attributes-text')}>
              <AttributesField control={control} name="attrs" withTypes={!isCompany} />
            </FormSection>
          </>
        )}
      </fieldset>
      {bar(isSending || !formState.isValid || isUnsure, forgetDraft)}
      <OlderForm
        older={older}
        form={form}
        fields={olderFieldsOf(t, words, (value) => form.setValue('external', value))}
        save={submit}
      />
    </form>
  );
};
