/** As `Promise.all` of `work` on each, but never more than so many at once. */
export const someAtOnce = async <Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const left = items.entries();
  const next = async () => {
    // One iterator for all of them: each takes what no other has taken.
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return results;
};
