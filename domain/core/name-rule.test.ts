import { describe, expect, it } from 'vitest';
import { organizationName, personName } from './name-rule.ts';
import { problemsOf } from './validation.ts';

const problemsWith = (schema: ReturnType<typeof personName>) => (name: unknown) => {
  const { error } = schema.safeParse(name);
  return error ? problemsOf(error) : [];
};

describe('the name of a person', () => {
  const problems = problemsWith(personName('user.firstname-required'));

  it.each([
    "O'Brien",
    'O’Brien',
    'Jean-Luc',
    'José María',
    'J. R. R.',
    'Ñandú',
    'אבי',
    '李',
    'สมชาย',
    'ا\u200cب',
    ' Ada ',
  ])('is %s', (name) => {
    expect(problems(name)).toEqual([]);
  });

  it.each([
    ['R2D2', '2'],
    ['Ada, Countess', ','],
    ['de_Cruz', '_'],
    ['Ada<b>', '<'],
    ['Ada 😀', '😀'],
    ['Ada\u00a0Ross', 'U+00A0'],
    ['Ada\u202eRoss', 'U+202E'],
    ['A\tB', 'U+0009'],
  ])('is not %j, because of %s', (name, character) => {
    expect(problems(name)).toEqual([{ code: 'name.person-character', parameters: { character } }]);
  });

  it.each(['', '  ', '.', "-'", undefined, null, 7])('is missing in %j', (name) => {
    expect(problems(name)).toMatchObject([{ code: 'user.firstname-required' }]);
  });

  it('has at most 100 characters; a longer one is refused before all other checks', () => {
    expect(problems('x'.repeat(100))).toEqual([]);
    expect(problems(`${'x'.repeat(200)}7`)).toEqual([{ code: 'field.too-long', parameters: { maximum: 100 } }]);
  });
});

describe('the name of an organization', () => {
  const problems = problemsWith(organizationName('registration.company-required'));

  it.each(['Newco 24', '3M', 'AT&T', 'Smith, Jones & Co. (Holding)', 'A+B/C', "L'Oréal", 'Saint-Gobain', '日産', '١٢'])(
    'is %s',
    (name) => {
      expect(problems(name)).toEqual([]);
    },
  );

  it.each([
    ['Acme_North', '_'],
    ['Acme: North', ':'],
    ['Acme!', '!'],
    ['Acme\u200b', 'U+200B'],
  ])('is not %j, because of %s', (name, character) => {
    expect(problems(name)).toEqual([{ code: 'name.organization-character', parameters: { character } }]);
  });

  it('has a letter or a digit, and at most 200 characters', () => {
    expect(problems('&+/')).toEqual([{ code: 'registration.company-required' }]);
    expect(problems('x'.repeat(201))).toEqual([{ code: 'field.too-long', parameters: { maximum: 200 } }]);
  });
});
