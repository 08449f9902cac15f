/** Random choices. The same seed gives the same choices. */
export type Random = Readonly<{
  /** Returns a number from 0 up to 1. */
  next: () => number;
  between: (from: number, to: number) => number;
  chance: (part: number) => boolean;
  /** Returns an item, undefined for an empty list. */
  pick: <Item>(items: readonly Item[]) => Item | undefined;
  /** Returns one of the keys, each as often as its weight says. */
  weighed: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name;
}>;

/** Creates the generator Mulberry32. Its 32 bits of state are enough to choose disturbances. */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    chance: (part) => next() < part,
    pick: (items) => items[Math.floor(next() * items.length)],
    weighed: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return entries[0]?.[0] as keyof typeof weights;
    },
  };
};
