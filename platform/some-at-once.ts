/** Runs `work` on each item, at most `atOnce` at a time. Returns the results in the order of the items. */
export const someAtOnce = async <Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const left = items.entries();
  const next = async () => {
    // All loops share one iterator, so each takes the next free item.
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return results;
};
