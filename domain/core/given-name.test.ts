import { expect, it } from 'vitest';
import { givenName } from './given-name.ts';
import { problemsOf } from './validation.ts';

const schema = givenName(20, 'api.name-required');

it.each([
  'Orders',
  '支付服务',
  'תשלומים',
  '7',
  'C#',
  'Café (new!)',
  '\u0646\u0627\u0645\u0647\u200c\u0647\u0627',
  '  spaced  ',
  '',
])('accepts a name in any script: %j', (name) => {
  expect(schema.parse(name)).toBe(name.trim());
});

it.each([
  ['!!!###', 'name.no-letters'],
  ['—', 'name.no-letters'],
  ['Orders\u202Egnp', 'name.unseen'],
  ['Ord\u200Bers', 'name.unseen'],
  ['Ord\u0007ers', 'name.unseen'],
  ['Two\nlines', 'name.unseen'],
  ['\u2066Orders\u2069', 'name.unseen'],
  ['Orders \uD800', 'name.unseen'],
  ['O'.repeat(21), 'api.name-required'],
])('refuses a name that nobody can read or write: %j', (name, code) => {
  const parsed = schema.safeParse(name);
  expect(parsed.success ? [] : problemsOf(parsed.error).map((problem) => problem.code)).toEqual([code]);
});
