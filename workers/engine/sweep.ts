import { setTimeout as pause } from 'node:timers/promises';
import type { EngineServices } from './handler.ts';
import { unfinishedJobs } from './operation-lookup.ts';
import type { OperationQueue } from './queue.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * @property every    milliseconds between two sweeps. The first is at the start. Default 30 s.
 * @property quiet    the sweep skips operations that changed within so many milliseconds. Default 30 s.
 * @property gateways milliseconds between two checks of each gateway, over all processes. Default 5 minutes.
 */
export type SweepOptions = Readonly<{ every?: number; quiet?: number; gateways?: number }>;

/**
 * Adds the jobs of all unfinished operations. The queue ignores those that it still has. Nobody knows any more which of
 * them belong to a large task, so all of them leave room for others. @returns how many there are.
 */
const sweepOnce = async ({ pool, metrics }: WorkerServices, queue: OperationQueue, quiet: number): Promise<number> => {
  const jobs = await unfinishedJobs(pool, quiet);
  for (const job of jobs) await queue.add(job, 'large');
  metrics.swept.inc(jobs.length);
  return jobs.length;
};

/** A regular task of a noun. When one chore fails, the others still run. */
export type Chore = Readonly<{
  /** The name in log lines. */
  name: string;
  run: (services: EngineServices, options: Required<SweepOptions>) => Promise<unknown>;
}>;

/**
 * Sweeps and runs the chores until the signal aborts. So even the loss of the whole queue loses nothing (requirement
 * H1).
 */
export const runSweep = async (
  services: EngineServices,
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
