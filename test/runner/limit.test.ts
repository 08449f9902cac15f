import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startLimit, within } from './limit.ts';

/** Milliseconds until a limit of five units has passed, where the known piece of work takes as long as told. */
const passed = async (...unitsMeasured: number[]): Promise<number> => {
  const begun = performance.now();
  const measured = [...unitsMeasured];
  const isOver = startLimit(5, async () => (measured.length > 1 ? measured.shift() : measured[0]) as number);
  while (!(await isOver())) await sleep(5);
  return performance.now() - begun;
};

it('a limit passes after its units of an idle machine', async () => {
  expect(await passed(1)).toBeGreaterThanOrEqual(200);
});

it('a limit lasts longer when the machine is busy, and passes', async () => {
  expect(await passed(120)).toBeGreaterThanOrEqual(600);
});

it('a limit lasts as long as the slowest moment asks for, although the machine is idle at its end', async () => {
  expect(await passed(120, 1)).toBeGreaterThanOrEqual(600);
});

it('a wait that can never end ends with the last error', async () => {
  let looks = 0;
  const never = () => {
    looks += 1;
    throw new Error(`look ${looks}`);
  };
  await expect(within(5, never)).rejects.toThrow(/^look \d+$/);
  expect(looks).toBeGreaterThan(3);
});

it('a wait returns what is there', async () => {
  let looks = 0;
  const third = () => {
    looks += 1;
    if (looks < 3) throw new Error('not yet');
    return looks;
  };
  expect(await within(25, third)).toBe(3);
});
