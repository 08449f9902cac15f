import { describe, expect, it } from 'vitest';
import { countOf, type IdSet, idSetOf, idSetOfIds, idsOf, intersection, partOf, withIds } from './id-set.ts';

const partsOf = (ids: readonly number[]) => {
  const parts = new Map<number, string>();
  for (const id of ids) parts.set(partOf(id), withIds(parts.get(partOf(id)), [id], []) ?? '');
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
    const two = withIds(withIds(undefined, [3], []), [1024 + 9], []);
    const one = withIds(two, [], [3]);
    expect(one).toBeDefined();
    expect(withIds(one, [], [9])).toBeUndefined();
    expect(withIds(undefined, [], [9])).toBeUndefined();
  });

  it('is joined and intersected with sets of any length', () => {
    const [short, long] = [setOf([1, 9]), setOf([9, 3000])];
    for (const [one, other] of [
      [short, long],
      [long, short],
    ] as const) {
      expect(idsOf(intersection(one, other))).toEqual([9]);
    }
    expect(idsOf(intersection(long, setOf([])))).toEqual([]);
    expect(countOf(setOf([]))).toBe(0);
  });
});
