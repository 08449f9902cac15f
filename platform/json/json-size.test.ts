import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RefusedError } from '#domain/core/problem.ts';
import { checkJsonSize } from './json-size.ts';

const isWithin = (text: string, values: number, depth = 100): boolean => {
  try {
    checkJsonSize(new TextEncoder().encode(text), { values, depth });
    return true;
  } catch (error) {
    expect((error as RefusedError).refusal).toEqual({ refused: 'too-large', problems: [{ code: 'body.too-large' }] });
    return false;
  }
};

/** Values of all kinds, those in lists and maps too. */
const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, one) => sum + countOf(one), 0)
    : 1;
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('never lets more values or levels through than it is told, whatever stands in the texts', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (value, text) => {
      const written = JSON.stringify([value, { [text]: `${text}\\",[{` }]);
      const [count, depth] = [countOf(JSON.parse(written)), depthOf(JSON.parse(written))];
      // A list or map that is not empty counts as one more than it has.
      expect(isWithin(written, 2 * count, depth)).toBe(true);
      expect(isWithin(written, Math.floor(count / 2))).toBe(count < 2);
      expect(isWithin(written, 2 * count, depth - 1)).toBe(false);
    }),
  );
});

it('counts two million keys without making one', () => {
  const keys = `{${Array.from({ length: 2_000_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
  expect(isWithin(keys, 10_000)).toBe(false);
  expect(isWithin('['.repeat(1_000_000), 2_000_000, 32)).toBe(false);
  expect(isWithin(JSON.stringify({ specText: keys }), 10)).toBe(true);
});
