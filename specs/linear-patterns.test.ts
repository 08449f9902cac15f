import { expect, it } from 'vitest';
import { linearPatterns } from './linear-patterns.ts';

it('supports all parts of patterns that descriptions use', () => {
  const make = linearPatterns();
  for (const [pattern, text, matches] of [
    ['^97[89][0-9]{10}$', '9780140449136', true],
    ['^97[89][0-9]{10}$', '978014044913', false],
    ['^\\p{L}+$', 'Ľudmila', true],
    ['^[\\w\\-.]+@[\\w\\-]+\\.[a-z]{2,}$', 'ada@portico.example', true],
    ['^\\u0041\\/$', 'A/', true],
    ['b', 'abc', true],
  ] as const)
    expect([pattern, make(pattern).test(text)]).toEqual([pattern, matches]);
});

it('checks no more patterns when a document has used up its time', () => {
  const make = linearPatterns();
  const never = make('^b$');
  expect(never.test('a')).toBe(false);
  // As large as patterns get.
  const large = Array.from({ length: 20 }, () => make('x{1000}'.repeat(140)));
  expect(large.at(-1)?.test('y')).toBe(true);
  expect(large[0]?.test('y'.repeat(10_000))).toBe(true);
  expect(never.test('a')).toBe(true);
});
