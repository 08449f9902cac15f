import { describe, expect, it } from 'vitest';
import { countOf, type IdSet, idSetOf, idSetOfIds, idsOf, intersection, partOf, union, withId } from './id-set.ts';

const partsOf = (ids: readonly number[]) => {
  const parts = new Map<number, string>();
  for (const id of ids) parts.set(partOf(id), withId(parts.get(partOf(id)), id, true) ?? '');
  return [...parts].map(([part, members]) => ({ part, members }));
};
const setOf = (ids: readonly number[]): IdSet => idSetOf(partsOf(ids));

describe('a set of ids', () => {
  it('holds what was put in, over the borders of bytes and parts', () => {
    const ids = [1, 7, 8, 1023, 1024, 5000];
    expect(idsOf(setOf(ids))).toEqual(ids);
    expect(countOf(setOf(ids))).toBe(6);
    expect(idsOf(idSetOfIds(ids))).toEqual(ids);
  });

  it('is not stored any more when its last id is taken out', () => {
    const two = withId(withId(undefined, 3, true), 1024 + 9, true);
    const one = withId(two, 3, false);
    expect(one).toBeDefined();
    expect(withId(one, 9, false)).toBeUndefined();
    expect(withId(undefined, 9, false)).toBeUndefined();
  });

  it('is joined and intersected with sets of any length', () => {
    const [short, long] = [setOf([1, 9]), setOf([9, 3000])];
    for (const [one, other] of [
      [short, long],
      [long, short],
    ] as const) {
      expect(idsOf(union(one, other))).toEqual([1, 9, 3000]);
      expect(idsOf(intersection(one, other))).toEqual([9]);
    }
    expect(idsOf(intersection(long, setOf([])))).toEqual([]);
    expect(countOf(setOf([]))).toBe(0);
  });
});
