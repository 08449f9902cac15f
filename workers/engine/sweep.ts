import { setTimeout as pause } from 'node:timers/promises';
import { dropExpiredCode } from '../code-generation/drop-expired.ts';
import { dropOldScratch } from '../code-generation/scratch.ts';
import { endDueCredentials } from '../consumer/end-due-credentials.ts';
import { withdrawForgotten } from '../consumer/withdraw-keys.ts';
import { alarmOverdueRemovals, replayFailedRemovals } from '../gateway/removals.ts';
import { reconcileGateways } from '../reconciliation/reconcile-gateways.ts';
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

/**
 * Sweeps until the signal aborts: a queue that is lost whole loses nothing (requirement H1). What fails of it keeps
 * the rest from nothing.
 */
export const runSweep = async (
  services: WorkerServices,
  queue: OperationQueue,
  signal: AbortSignal,
  { every = 30_000, quiet = 30_000, gateways = 300_000 }: SweepOptions = {},
): Promise<void> => {
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    sweep: () => sweepOnce(services, queue, quiet),
    'ending due credentials': () => endDueCredentials(services, new Date()),
    'withdrawing forgotten keys': () => withdrawForgotten(services),
    'replaying failed removals': () => replayFailedRemovals(services),
    'looking for overdue removals': () => alarmOverdueRemovals(services),
    'looking at the gateways': () => reconcileGateways(services, gateways),
    'dropping expired code': () => dropExpiredCode(services.pool),
    'dropping old scratch folders': () => dropOldScratch(),
  };
  while (!signal.aborted) {
    for (const [name, work] of Object.entries(works)) {
      await work().catch((error: unknown) => {
        services.log.warn({ reason: error instanceof Error ? error.message : String(error) }, `${name} failed`);
      });
    }
    await pause(every, undefined, { signal }).catch(() => undefined);
  }
};
