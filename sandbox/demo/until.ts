import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. A real Kong can be slow with many changes at once. */
const patience = 120_000;

/** Thrown when something of the demo takes too long. It may still come: the portal goes on. */
export class LateError extends Error {
  override name = 'LateError';
}

/** Waits until something of the demo is there. @throws LateError that names it when it takes too long. */
export const until = async (what: string, reached: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + patience;
  while (!(await reached())) {
    if (Date.now() > deadline) throw new LateError(`The ${what} did not get done in ${patience / 1000} s.`);
    await sleep(150);
  }
};
