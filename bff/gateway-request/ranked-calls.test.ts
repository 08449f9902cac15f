import { expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { blocksOf, day } from './ranked-calls.ts';

const begin = Date.parse('2026-01-01T00:00:00Z') / day;

it('blocks have exactly the days of a period, each at a multiple of its length, and are few', () => {
  fc.assert(
    fc.property(fc.integer({ min: begin, max: begin + 1_000 }), fc.integer({ min: 0, max: 400 }), (first, length) => {
      const blocks = blocksOf({ from: new Date(first * day), to: new Date((first + length) * day) });
      const days = blocks.flatMap((block) =>
        Array.from({ length: block.days }, (_none, at) => block.first.getTime() / day + at),
      );
      expect(days).toEqual(Array.from({ length }, (_none, at) => first + at));
      for (const block of blocks)
        expect((block.first.getTime() - Date.parse('2000-01-01T00:00:00Z')) / day / block.days).toSatisfy(
          Number.isInteger,
        );
      expect(blocks.length).toBeLessThan(12 + length / 64);
    }),
  );
});
