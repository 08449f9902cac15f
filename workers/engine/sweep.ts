import { setTimeout as pause } from 'node:timers/promises';
import type { EngineServices } from './handler.ts';
import { unfinishedJobs } from './operation-lookup.ts';
import type { OperationQueue } from './queue.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * @property every    milliseconds between two rounds. The first is at the start. Default 30 s.
 * @property quiet    the sweep skips operations that changed within so many milliseconds. Default 30 s.
 * @property gateways milliseconds between two looks at each gateway, over all processes. Default 30 s, so that what is lost is
 *   back within a minute.
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

const withDefaults = ({ every = 30_000, quiet = 30_000, gateways = 30_000 }: SweepOptions) => ({
  every,
  quiet,
  gateways,
});

/** Runs the chores one after the other, again and again until the signal aborts. */
export const runChores = async (
  services: EngineServices,
  chores: readonly Chore[],
  signal: AbortSignal,
  given: SweepOptions = {},
): Promise<void> => {
  const options = withDefaults(given);
  while (!signal.aborted) {
    for (const { name, run } of chores) {
      await run(services, options).catch((error: unknown) => {
        services.log.warn({ reason: error instanceof Error ? error.message : String(error) }, `${name} failed`);
      });
    }
    await pause(options.every, undefined, { signal }).catch(() => undefined);
  }
};

/** The chore by which even the loss of the whole queue loses nothing (requirement H1). */
export const sweepOf = (queue: OperationQueue): Chore => ({
  name: 'sweep',
  run: (services, { quiet }) => sweepOnce(services, queue, quiet),
});
