import * as z from 'zod/mini';
import { organizationName } from '../core/name-rule.ts';
import { basedOnField } from '../core/older-form.ts';
import { atMost, requiredText } from '../core/required-text.ts';
import {
  attributesLimit,
  attributeTypes,
  billingTypes,
  inEachProfileField,
  type OrganizationProfile,
  organizationDescriptionLimit,
  organizationTextLimit,
} from './details.ts';

/** The two forms of an organization have other words for the same rules. */
export type FormWords = 'organization' | 'company';

const text = z._default(z.string().check(z.trim(), z.maxLength(organizationTextLimit)), '');
/** Letters of any script, hyphens and spaces. */
const place = (code: string) =>
  z._default(z.string().check(z.trim(), atMost(organizationTextLimit), z.regex(/^[\p{L}\p{M} -]*$/u, code)), '');

const attribute = z.strictObject({
  name: requiredText(organizationTextLimit, 'organization.attribute-name-required'),
  value: z.string().check(z.trim(), z.maxLength(1000)),
  /** Only the full form has types. */
  type: z._default(z.nullable(z.enum(attributeTypes)), null),
});

/** The fields that an external organization needs, with the code of an empty one. */
const externalFields = {
  phoneNumber: 'organization.phone-required',
  address1: 'organization.address-required',
  city: 'organization.city-required',
  state: 'organization.state-required',
  country: 'organization.country-required',
  zip: 'organization.zip-required',
  registrationId: 'organization.registration-required',
  billingType: 'organization.billing-required',
  taxNo: 'organization.tax-required',
} as const satisfies Partial<Record<keyof OrganizationProfile, string>>;

/** The fields of the form, without the rules between them. */
export const organizationFields = (words: FormWords) => ({
  /** 0 adds an organization. */
  id: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
  name: organizationName(`organization.${words}-name-required`),
  contact: requiredText(organizationTextLimit, `organization.${words}-contact-required`),
  external: z.boolean({ error: 'organization.external-required' }),
  description: z._default(z.string().check(z.trim(), z.maxLength(organizationDescriptionLimit)), ''),
  ...inEachProfileField(text),
  city: place('organization.city-invalid'),
  state: place('organization.state-invalid'),
  country: place('organization.country-invalid'),
  billingType: z._default(z.enum(['', ...billingTypes]), ''),
  attrs: z._default(z.array(attribute).check(z.maxLength(attributesLimit)), []),
  basedOn: basedOnField,
  /** Makes an internal organization external although keys of it end, which have no access of their own. */
  endKeys: z.optional(z.boolean()),
  /** The full form sends them. They change nothing: activating is a call of its own. */
  deactivated: z.optional(z.boolean()),
  avaliable: z.optional(z.boolean()),
});

type External = Readonly<{ external: boolean } & Record<keyof typeof externalFields, string>>;

/** Refuses an external organization without the fields that it needs. */
export const externalProblems = (body: External, context: z.core.$RefinementCtx): void => {
  if (!body.external) return;
  for (const [field, message] of Object.entries(externalFields))
    if (body[field as keyof typeof externalFields] === '')
      context.addIssue({ code: 'custom', path: [field], message, input: '' });
};

/** `POST /api/organization/edit-organization`. */
export const organizationForm = (words: FormWords = 'organization') =>
  z.strictObject(organizationFields(words)).check(z.superRefine(externalProblems));
export type OrganizationBody = z.output<ReturnType<typeof organizationForm>>;
