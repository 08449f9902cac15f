import { describe, expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { type FormWords, organizationForm } from './form.ts';

const internal = { name: 'Acme', contact: 'Ada Ross', external: false };
const external = {
  ...{ name: 'Harbour', contact: 'Mia Lind', external: true, phoneNumber: '+49 40 555', address1: '1 Quay' },
  ...{ city: 'Saint-Étienne', state: 'North Coast', country: 'Côte', zip: '2040 A', registrationId: 'HRB 1/2' },
  ...{ billingType: 'Postpaid', taxNo: 'TX-1' },
};
const wrong = (body: object, words?: FormWords) => {
  const { error } = organizationForm(words).safeParse(body);
  return error ? problemsOf(error).map(({ field, code }) => [field, code]) : [];
};

describe('the form of an organization', () => {
  it.each([
    ['internal', internal],
    ['external', external],
    ['external and prepaid', { ...external, billingType: 'Prepaid' }],
    ['internal with the flags of the full form', { ...internal, deactivated: false, avaliable: true }],
    ['internal with 1000 letters of description', { ...internal, description: 'x'.repeat(1000) }],
  ])('takes one that is %s', (_what, body) => {
    expect(wrong(body)).toEqual([]);
  });

  it.each([
    ['organization', 'organization.organization-name-required', 'organization.organization-contact-required'],
    ['company', 'organization.company-name-required', 'organization.company-contact-required'],
  ] as const)('asks for name, administrator and type in the words of the form %s', (words, name, contact) => {
    for (const body of [{}, { name: ' ', contact: '', external: null }])
      expect(wrong(body, words)).toEqual([
        ['name', name],
        ['contact', contact],
        ['external', 'organization.external-required'],
      ]);
  });

  it.each([
    ['phoneNumber', 'organization.phone-required'],
    ['address1', 'organization.address-required'],
    ['city', 'organization.city-required'],
    ['state', 'organization.state-required'],
    ['country', 'organization.country-required'],
    ['zip', 'organization.zip-required'],
    ['registrationId', 'organization.registration-required'],
    ['billingType', 'organization.billing-required'],
    ['taxNo', 'organization.tax-required'],
  ])('needs %s of an external one only', (field, code) => {
    expect(wrong({ ...external, [field]: '' })).toEqual([[field, code]]);
    expect(wrong({ ...external, [field]: undefined })).toEqual([[field, code]]);
    expect(wrong({ ...internal, [field]: '' })).toEqual([]);
  });

  it.each(['city', 'state', 'country'])('takes letters, hyphens and spaces for the %s', (field) => {
    for (const text of ['Neu-Ulm am Rhein', 'São Paulo', '上海', 'חיפה'])
      expect(wrong({ ...external, [field]: text }), text).toEqual([]);
    for (const text of ['Ulm 2', 'St. Gallen', 'A/B', 'Ulm_', "L'Aquila"])
      expect(wrong({ ...external, [field]: text }), text).toEqual([[field, `organization.${field}-invalid`]]);
  });

  it.each([
    ['description', 'x'.repeat(1001), 'field.too-long'],
    ['billingType', 'Barter', 'field.invalid'],
    ['registered', true, 'field.unknown'],
  ])('refuses a wrong %s', (field, value, code) => {
    expect(wrong({ ...external, [field]: value })).toEqual([[field, code]]);
  });
});
