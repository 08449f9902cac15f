import * as z from 'zod/mini';

export const billingTypes = ['Postpaid', 'Prepaid'] as const;
/** The type of an attribute; null is none. */
export const attributeTypes = ['http header', 'Type 2', 'Type 3'] as const;

/** Characters of the description. */
export const organizationDescriptionLimit = 1000;
const organizationNameLimit = 200;
export const attributesLimit = 50;
/** Characters of every other text. */
export const organizationTextLimit = 200;

const text = z.string().check(z.maxLength(organizationTextLimit));

/** What is known of an external organization besides its name: address, registration, billing. */
const profile = z.object({
  phoneNumber: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  country: text,
  zip: text,
  registrationId: text,
  billingType: z.enum(billingTypes),
  taxNo: text,
});
export type OrganizationProfile = z.output<typeof profile>;
type ProfileField = keyof OrganizationProfile;
export const profileFields = Object.keys(profile.shape) as ProfileField[];

/** Returns an object that has one value in each field of a profile. */
export const inEachProfileField = <Value>(value: Value) =>
  Object.fromEntries(profileFields.map((field) => [field, value])) as Record<ProfileField, Value>;

/** The profile of an organization that has none, as forms show it. */
export const noProfile = inEachProfileField('' as const);

/** Returns the fields of the profile, without all others. */
export const profileIn = <Values extends Record<ProfileField, unknown>>(values: Values) =>
  Object.fromEntries(profileFields.map((field) => [field, values[field]])) as Pick<Values, ProfileField>;

const organizationAttribute = z.object({
  name: text,
  value: z.string().check(z.maxLength(1000)),
  type: z.nullable(z.enum(attributeTypes)),
});
export type OrganizationAttribute = z.output<typeof organizationAttribute>;

/** The first release knew none of these. An organization of then, and an internal one, has no profile. */
const laterDetails = {
  profile: z._default(z.nullable(profile), null),
  attributes: z._default(z.array(organizationAttribute).check(z.maxLength(attributesLimit)), []),
};

export const organizationDetails = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(organizationNameLimit)),
  external: z.boolean(),
  description: z.string().check(z.maxLength(organizationDescriptionLimit)),
  /** The company's administrator, as a text: a name, an address, or both. */
  contact: text,
  ...laterDetails,
});
export type OrganizationDetails = z.output<typeof organizationDetails>;

/** An organization with a name and no more. */
export const plainOrganization = {
  description: '',
  contact: '',
  profile: null,
  attributes: [],
} satisfies Partial<OrganizationDetails>;
