import { expect, it } from 'vitest';
import { someAtOnce } from './some-at-once.ts';

it('returns all results in order, and never works on more than the limit at once', async () => {
  let [now, most] = [0, 0];
  const done = await someAtOnce(3, [5, 1, 4, 2, 3, 9, 7], async (item) => {
    now += 1;
    most = Math.max(most, now);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    now -= 1;
    return item * 2;
  });
  expect(done).toEqual([10, 2, 8, 4, 6, 18, 14]);
  expect(most).toBe(3);
  expect(await someAtOnce(3, [], async () => 1)).toEqual([]);
});

it('throws the error of a failed item', async () => {
  const fails = someAtOnce(2, [1, 2, 3], async (item) => {
    if (item === 2) throw new Error('two');
  });
  await expect(fails).rejects.toThrow('two');
});
