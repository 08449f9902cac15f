import { setTimeout as pause } from 'node:timers/promises';
import { askForLease, askNoLonger, type LeaseOptions, withLease } from '#platform/lease.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import type { Look } from './report.ts';

/** How often a look asks for a place where somebody works, and the milliseconds between. Then the next look comes. */
const asks = { times: 50, pause: 100 };

/**
 * Runs `work` while nobody else works at a place. An operation that only waits there, such as that of a key, gives way.
 *
 * @returns undefined when somebody works there all the time.
 */
export const atPlace = async <Result>(
  { pool }: WorkerServices,
  options: LeaseOptions & Readonly<{ rank: number }>,
  { name: by }: Pick<Look, 'name'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> => {
  const { name, rank } = options;
  try {
    for (let time = 0; time < asks.times; time += 1) {
      const leased = await withLease(pool, options, work);
      if (leased) return leased.result;
      await askForLease(pool, { name, rank, by, milliseconds: asks.pause * 10 });
      await pause(asks.pause);
    }
    return undefined;
  } finally {
    await askNoLonger(pool, name, by);
  }
};
