import { expect, test } from 'vitest';
import { searchedTermsOf, termsOf } from './terms.ts';

const entry = {
  happened_at: new Date('1970-01-05T00:00:00Z'),
  about_noun: 'api',
  about_id: 7,
  noun: 'deployment',
  noun_id: '3',
  kind: 'DeploymentRequested',
  organization_id: 2,
  user_id: 5,
  user_organization_id: 4,
  act: 'deployed',
  address: '192.0.2.7',
};
const exact = [
  'entry:',
  'about:api-7',
  'thing:deployment-3',
  'noun:deployment',
  'kind:DeploymentRequested',
  'organization:2',
  'user:5',
  'by:4',
  'act:deployed',
  'address:192.0.2.7',
];
const wordsOf = (text: string) => termsOf(entry, text).slice(exact.length + 1);

const finds = (search: string, text: string) => {
  const terms = new Set(termsOf(entry, text));
  return searchedTermsOf({}, search).every((term) => terms.has(term));
};

test('an entry has a term for each thing that it is found by, for its two days, and for the beginnings of its words', () => {
  expect(termsOf(entry, 'Pay-v2 pass')).toEqual([...exact, 'slice:2', ...['p', 'pa', 'pay', 'v', 'v2', 'pas', 'pass']]);
  expect(termsOf({ ...entry, happened_at: new Date('1970-01-04T23:59:59.999Z') }, '')).toEqual([...exact, 'slice:1']);
});

test.each([
  ['till 7', 'till 77', true],
  ['77 TILL', 'till 77', true],
  ['ill', 'till 77', false],
  ['till 8', 'till 77', false],
  ['cafe', 'Café', true],
  ['internationalized', 'internationalization', true],
  ['international-x', 'internationalization', false],
  ['環境', '本番環境', true],
  ['-', 'till 77', true],
])('a search for %j in %j: %s', (search, text, found) => expect(finds(search, text)).toBe(found));

test('a filter has the terms of what it names', () => {
  expect(searchedTermsOf({ kind: 'ApiPublished', user_id: 5 }, 'Prod')).toEqual([
    'kind:ApiPublished',
    'user:5',
    'prod',
  ]);
  expect(searchedTermsOf({ noun: 'api', noun_id: '7' }, '')).toEqual(['thing:api-7', 'noun:api']);
  expect(searchedTermsOf({}, '-')).toEqual(['entry:']);
});

test('long texts, words and searches are cut', () => {
  expect(wordsOf(`${'x'.repeat(190)} ${'word '.repeat(1_000)}`)).toHaveLength(12 + 4);
  expect(wordsOf('x'.repeat(100_000)).at(-1)).toBe('x'.repeat(12));
  expect(searchedTermsOf({}, 'a b c d e f g h i j')).toHaveLength(8);
  expect(searchedTermsOf({}, 'y'.repeat(100_000))).toEqual(['y'.repeat(12)]);
});
