import type { OrganizationProfile } from '#domain/organization/details.ts';

/** The names of a profile's fields, as texts. */
export const profileTexts = {
  phoneNumber: 'organizations.phone',
  address1: 'organizations.address1',
  address2: 'organizations.address2',
  city: 'organizations.city',
  state: 'organizations.state',
  country: 'organizations.country',
  zip: 'organizations.zip',
  registrationId: 'organizations.registration',
  billingType: 'organizations.billing',
  taxNo: 'organizations.tax',
} as const satisfies Record<keyof OrganizationProfile, string>;
