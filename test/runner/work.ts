import process from 'node:process';

/**
 * Returns the milliseconds that this thread has worked while `what` ran, which must not wait for anything: time that the
 * machine gave to others is not counted, so that a bound of it says the same on a busy machine.
 */
export const workOf = (what: () => unknown): number => {
  const before = process.threadCpuUsage();
  what();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};
