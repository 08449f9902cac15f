import { setTimeout as pause } from 'node:timers/promises';
import { dropExpiredCode } from './codegen/drop-expired.ts';
import { dropOldScratch } from './codegen/scratch.ts';
import { endDueCredentials } from './end-due-credentials.ts';
import { unfinishedJobs } from './operation-lookup.ts';
import type { OperationQueue } from './queue.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * @property every milliseconds between two sweeps; the first is at the start. 30 s unless told.
 * @property quiet an operation that moved within so many milliseconds is left alone; 30 s unless told.
 */
export type SweepOptions = Readonly<{ every?: number; quiet?: number }>;

/** Adds the jobs of all that is not done; those that the queue still has are not added twice. @returns how many were looked at. */
export const sweepOnce = async (
  { pool, metrics }: WorkerServices,
  queue: OperationQueue,
  quiet: number,
): Promise<number> => {
  const jobs = await unfinishedJobs(pool, quiet);
  for (const job of jobs) await queue.add(job);
  metrics.swept.inc(jobs.length);
  return jobs.length;
};

/** Sweeps until the signal aborts: a queue that is lost whole loses nothing (reliability H1). */
export const runSweep = async (
  services: WorkerServices,
  queue: OperationQueue,
  signal: AbortSignal,
  { every = 30_000, quiet = 30_000 }: SweepOptions = {},
): Promise<void> => {
  while (!signal.aborted) {
    try {
      await endDueCredentials(services, new Date());
      await dropExpiredCode(services.pool);
      await dropOldScratch();
      await sweepOnce(services, queue, quiet);
    } catch (error) {
      services.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'sweep failed');
    }
    await pause(every, undefined, { signal }).catch(() => undefined);
  }
};
