import { describe, expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { profileBody } from './schema.ts';

const profile = { id: '0', firstname: 'Ada', lastname: 'Ross', email: 'ada@portico.example', phoneNumber: '' };
const wrong = (change: Record<string, unknown>) => {
  const { error } = profileBody.safeParse({ ...profile, ...change });
  return error ? problemsOf(error).map(({ code, field }) => `${field}: ${code}`) : [];
};

describe('the profile form', () => {
  it.each(['Ada', 'Ada M.', 'Łukasz', 'עדה', 'de la_Cruz, Jr.'])('takes the name %s', (name) => {
    expect(wrong({ firstname: name, lastname: name })).toEqual([]);
  });

  it.each(['', '   ', 'Ada1', 'Ada<b>', undefined])('refuses the name %s', (name) => {
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

  it('takes an id as number or text, and none is oneself', () => {
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
