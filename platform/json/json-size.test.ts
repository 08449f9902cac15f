import { expect, it } from 'vitest';
import type { RefusedError } from '#domain/core/problem.ts';
import { fc } from '#test/runner/chance.ts';
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

/** Returns the number of all values, also those in lists and maps. */
const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, one) => sum + countOf(one), 0)
    : 1;
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('never accepts more values or levels than its limits, whatever the texts contain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (value, text) => {
      const written = JSON.stringify([value, { [text]: `${text}\\",[{` }]);
      const [count, depth] = [countOf(JSON.parse(written)), depthOf(JSON.parse(written))];
      // The counter counts one too many for each list or map that is not empty.
      expect(isWithin(written, 2 * count, depth)).toBe(true);
      expect(isWithin(written, Math.floor(count / 2))).toBe(count < 2);
      expect(isWithin(written, 2 * count, depth - 1)).toBe(false);
    }),
  );
});

it('counts two million keys without creating one', () => {
  const keys = `{${Array.from({ length: 2_000_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
  expect(isWithin(keys, 10_000)).toBe(false);
  expect(isWithin('['.repeat(1_000_000), 2_000_000, 32)).toBe(false);
  expect(isWithin(JSON.stringify({ specText: keys }), 10)).toBe(true);
});
