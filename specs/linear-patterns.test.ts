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

it('splits lookaround at the ends, and is not sure about others', () => {
  const make = linearPatterns();
  for (const [pattern, text, test, proves] of [
    ['^(?!0)\\d{4}$', '0000', false, false],
    ['^(?!0)\\d{4}$', '1000', true, true],
    ['^(?=.*[A-Z])(?!.*x).{2,}$', 'aB', true, true],
    ['^(?=.*[A-Z])(?!.*x).{2,}$', 'ab', false, false],
    ['^\\w{4}(?<!a)(?<=b|c)$', 'aaab', true, true],
    ['^\\w{4}(?<!a)$', 'aaaa', false, false],
    ['^(?!a).b$|^c$', 'c', true, true],
    ['^(?!a).b$|^c$', 'ab', false, false],
    ['(?!0)\\d', '01', true, false],
    ['(?!0)\\d', '10', true, true],
    ['^(', 'a', true, false],
    ['^(\\d)\\1$', '12', true, false],
  ] as const)
    expect([pattern, text, make(pattern).test(text), make(pattern).proves(text)]).toEqual([
      pattern,
      text,
      test,
      proves,
    ]);
});
