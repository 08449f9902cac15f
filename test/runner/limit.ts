import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of a unit on an idle machine. No limit is shorter than its units of these. */
const idleUnit = 40;

/** Returns the milliseconds that the known piece of work takes now: a program starts and ends. */
const measureUnit = async (): Promise<number> => {
  const begun = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - begun;
};

/**
 * Starts a limit in time, which grows on a busy machine: it is counted in units, and a unit is as long as a known piece of work
 * took at the slowest moment of the wait. 25 units are a second on an idle machine. A wait that can't end still ends.
 *
 * @param measure what measures a unit. Default: how long a program takes to start and end.
 * @returns a function that says whether the limit has passed. Call it again and again.
 */
export const startLimit = (units: number, measure = measureUnit): (() => Promise<boolean>) => {
  const begun = performance.now();
  const pause = (units * idleUnit) / 8;
  let unit = idleUnit;
  let next = begun + pause;
  return async () => {
    const now = performance.now();
    if (now < next) return false;
    unit = Math.max(unit, await measure());
    next = now + pause;
    return now - begun > units * unit;
  };
};

/** Vitest's own limit can't grow while a test runs. For tests whose waits have limits in units, it is only the last net. */
export const lastNet = 1_200_000;

/**
 * Waits until something does not throw any more. After a long wait it looks less often, because most looks read the log: it pauses a
 * sixteenth of what it has waited so far, up to 200 ms.
 *
 * @param units    the limit (`startLimit`).
 * @param interval milliseconds between the first looks. Default: 25.
 * @returns what it returns then.
 * @throws its last error when the limit has passed.
 */
export const within = async <Value>(
  units: number,
  look: () => Value | Promise<Value>,
  interval = 25,
): Promise<Value> => {
  const begun = performance.now();
  const isOver = startLimit(units);
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (await isOver()) throw error;
    }
    await sleep(Math.max(interval, Math.min(200, (performance.now() - begun) / 16)));
  }
};
