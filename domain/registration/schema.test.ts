import { describe, expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { companyDomainOf } from './address.ts';
import { approveRegistrationBody } from './schema.ts';
import { newAddressProblem, signUpBody } from './sign-up-form.ts';

const form = {
  firstName: 'Nora',
  lastName: 'Lind',
  email: 'nora@harbour.test',
  company: 'Harbour Freight',
  comments: '',
  agreeToTerm: 'yes',
  phoneNumber: '',
};
const wrong = (change: object) => {
  const { error } = signUpBody.safeParse({ ...form, ...change });
  return error ? problemsOf(error).map(({ field, code }) => [field, code]) : [];
};

describe('the form Sign Up', () => {
  it('takes a form without mistakes', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ phoneNumber: '+1(816)-111-1111', company: 'Smith, Jones & Co. (Holding) 3M+A/S' })).toEqual([]);
    expect(wrong({ firstName: 'J. R.', lastName: 'אבי 李 Ñandú' })).toEqual([]);
  });

  it.each([
    ['company', ['', ' ', '...', '&-', undefined], 'registration.company-required'],
    ['firstName', ['', ' ', "'-.", undefined], 'registration.firstname-required'],
    ['lastName', ['', '.', undefined], 'registration.lastname-required'],
    ['lastName', ['R2', 'Lind, Jr', 'a_b', 'Lind\u200b'], 'name.person-character'],
    ['company', ['Acme_x', 'Acme <b>', 'Acme\u202e'], 'name.organization-character'],
    ['email', [undefined], 'registration.email-required'],
    ['company', ['x'.repeat(201)], 'field.too-long'],
    ['firstName', ['x'.repeat(101)], 'field.too-long'],
    ['email', ['x'.repeat(255)], 'field.too-long'],
    ['email', ['nora', 'nora@harbour', 'a b@harbour.test', '@harbour.test'], 'registration.email-invalid'],
    ['phoneNumber', ['816 111 1111', '+1 816-111-1111', '+1(816)1111111', 'call me'], 'user.phone-invalid'],
    ['agreeToTerm', [undefined, 'no', '', true], 'registration.terms-required'],
  ] as const)('asks for a right %s', (field, values, code) => {
    for (const value of values) expect(wrong({ [field]: value }), String(value)).toEqual([[field, code]]);
  });

  it('tells a missing address from a wrong one', () => {
    expect(wrong({ email: '  ' })).toEqual([['email', 'registration.email-required']]);
  });

  it.each([
    ['nora@harbour.co', undefined],
    ['nora@mail.harbour.info', undefined],
    ["o'neil+api@harbour.co.uk", undefined],
    ['nora@portico.example.test', undefined],
    ['ada@portico.example', 'registration.email-internal'],
    ['ada@CORP.portico.test', 'registration.email-internal'],
  ])('says about the address %s: %s', (email, problem) => {
    expect(newAddressProblem(email, ['portico.example', 'corp.portico.test'])).toBe(problem);
  });

  it('B2: takes no field that it does not know', () => {
    for (const extra of ['id', 'userId', 'status', 'organizationId', 'companyAdmin', 'roles', 'constructor'])
      expect(wrong({ [extra]: 1 }), extra).toEqual([[extra, 'field.unknown']]);
  });
});

it('the review requires organization, names and address', () => {
  const { error } = approveRegistrationBody.safeParse({ accessRequestId: 3, firstname: '', lastname: '', email: '' });
  expect(error && problemsOf(error).map(({ field, code }) => [field, code])).toEqual([
    ['organizationId', 'registration.organization-required'],
    ['firstname', 'registration.firstname-required'],
    ['lastname', 'registration.lastname-required'],
    ['email', 'registration.email-required'],
  ]);
});

it.each([
  ['Nora@Harbour-Freight.example', 'harbour-freight.example'],
  ['nora@gmail.com', ''],
  ['nora@GMX.net', ''],
  ['[erased]', ''],
])('the address %s belongs to the company domain "%s"', (email, domain) => {
  expect(companyDomainOf(email)).toBe(domain);
});
