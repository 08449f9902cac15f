import { describe, expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { editUserBody, modifyUserBody } from './manage-form.ts';
import { profileBody } from './profile-form.ts';

const profile = { id: '0', firstname: 'Ada', lastname: 'Ross', email: 'ada@portico.example', phoneNumber: '' };
const wrong = (change: Record<string, unknown>) => {
  const { error } = profileBody.safeParse({ ...profile, ...change });
  return error ? problemsOf(error).map(({ code, field }) => `${field}: ${code}`) : [];
};

describe('the profile form', () => {
  it.each(['Ada', 'Ada M.', 'Łukasz', 'עדה', "d'Arc-O’Brien Jr.", 'सीता'])('takes the name %s', (name) => {
    expect(wrong({ firstname: name, lastname: name })).toEqual([]);
  });

  it.each(['', '   ', '-', undefined])('refuses the name %s', (name) => {
    expect(wrong({ firstname: name })).toEqual(['firstname: user.firstname-required']);
    expect(wrong({ lastname: name })).toEqual(['lastname: user.lastname-required']);
  });

  it.each(['', '+1(816)-111-1111', '+49(30)-1234-56'])('takes the phone number "%s"', (phoneNumber) => {
    expect(wrong({ phoneNumber })).toEqual([]);
  });

  it.each(['816-111-1111', '+1 (816) 111 1111', '+1(816)-111', '1(816)-111-1111', 'x'])(
    'refuses the phone number %s',
    (phoneNumber) => {
      expect(wrong({ phoneNumber })).toEqual(['phoneNumber: user.phone-invalid']);
    },
  );

  it('takes an id as number or text; without one it is the own profile', () => {
    const { id: _id, ...without } = profile;
    expect([{ ...profile, id: 12 }, { ...profile, id: '12' }, without].map((one) => profileBody.parse(one).id)).toEqual(
      [12, 12, 0],
    );
  });

  it('B2: refuses what nobody may set here', () => {
    for (const field of ['roles', 'organizationId', 'admin', 'status'])
      expect(wrong({ [field]: 1 })).toEqual([`${field}: field.unknown`]);
  });
});

describe.each([
  ['add and edit', editUserBody],
  ['modify', modifyUserBody],
])('the form that administrators %s a user with', (_name, schema) => {
  const user = { id: 7, firstname: 'Ada', lastname: 'Ross', email: 'ada@harbour.example', organizationId: 2 };
  const problems = (change: Record<string, unknown>) => {
    const { error } = schema.safeParse({ ...user, ...change });
    return error ? problemsOf(error).map(({ code, field }) => `${field}: ${code}`) : [];
  };

  it.each([{}, { firstname: 'J. R.', lastname: 'אבי 李 Ñandú' }, { portalAdmin: true, kongAdmin: true }])(
    'takes %j',
    (change) => {
      expect(problems(change)).toEqual([]);
    },
  );

  it.each([
    ['firstname', [undefined, '', ' ', '.'], 'user.firstname-required'],
    ['lastname', [undefined, '', '.-'], 'user.lastname-required'],
    ['lastname', ['R2', 'a,b', 'a_b'], 'name.person-character'],
    ['email', [undefined, '', ' '], 'user.email-required'],
    ['email', ['ada', 'ada@', '@harbour.example', 'a b@harbour.example'], 'user.email-invalid'],
    ['firstname', ['x'.repeat(101)], 'field.too-long'],
    ['email', [`${'x'.repeat(320)}@harbour.example`], 'field.too-long'],
    ['organizationId', [undefined, null, 0, 'Acme & Co.'], 'user.organization-required'],
  ] as const)('asks for a right %s', (field, values, code) => {
    for (const value of values) expect(problems({ [field]: value }), String(value)).toEqual([`${field}: ${code}`]);
  });
});
