import { setTimeout as pause } from 'node:timers/promises';
import { unfinishedJobs } from './operation-lookup.ts';
import type { OperationQueue } from './queue.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * @property every milliseconds between two sweeps; the first is at the start. 30 s unless told.
 * @property quiet an operation that moved within so many milliseconds is left alone; 30 s unless told.
 * @property gateways milliseconds between two looks at each gateway, over all processes; 5 minutes unless told.
 */
export type SweepOptions = Readonly<{ every?: number; quiet?: number; gateways?: number }>;

/** Adds the jobs of all that is not done; those that the queue still has are not added twice. @returns how many were looked at. */
const sweepOnce = async ({ pool, metrics }: WorkerServices, queue: OperationQueue, quiet: number): Promise<number> => {
  const jobs = await unfinishedJobs(pool, quiet);
  for (const job of jobs) await queue.add(job);
  metrics.swept.inc(jobs.length);
  return jobs.length;
};

/** Something that a noun wants done again and again. One failing chore does not stop the others. */
export type Chore = Readonly<{
  /** As a log line names it. */
  name: string;
  run: (services: WorkerServices, options: Required<SweepOptions>) => Promise<unknown>;
}>;

/** Sweeps and does the chores until the signal aborts: a queue that is lost whole loses nothing (requirement H1). */
export const runSweep = async (
  services: WorkerServices,
  queue: OperationQueue,
  chores: readonly Chore[],
  signal: AbortSignal,
  { every = 30_000, quiet = 30_000, gateways = 300_000 }: SweepOptions = {},
): Promise<void> => {
  const sweep: Chore = { name: 'sweep', run: () => sweepOnce(services, queue, quiet) };
  while (!signal.aborted) {
    for (const { name, run } of [sweep, ...chores]) {
      await run(services, { every, quiet, gateways }).catch((error: unknown) => {
        services.log.warn({ reason: error instanceof Error ? error.message : String(error) }, `${name} failed`);
      });
    }
    await pause(every, undefined, { signal }).catch(() => undefined);
  }
};
