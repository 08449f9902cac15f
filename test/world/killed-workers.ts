import type { ChildProcess } from 'node:child_process';
import { silentLog } from '#platform/log.ts';
import { runDispatcher } from '#workers/engine/dispatcher.ts';
import { openQueue, startQueueWorker } from '#workers/engine/queue.ts';
import { createJobWorker } from '#workers/engine/worker.ts';
import { openServices } from '#workers/open-services.ts';
import { within } from '../runner/limit.ts';
import { quick } from './quick-worker.ts';
import { startWorkerProcess } from './start-worker-process.ts';
import type { WorkerWorld } from './worker-world.ts';

/** Workers of a world that die where they are told to, and one that finishes what they began. Starts what dispatches operations. */
export const killedWorkers = async (world: WorkerWorld) => {
  const children = new Set<ChildProcess>();
  const { services, close } = await openServices(world.workerOptions);
  const queue = openQueue({ databaseUrl: world.database.appUrl, log: silentLog });
  const ending = new AbortController();
  const dispatcher = runDispatcher(services, queue, ending.signal);
  return {
    /** @param crash settings of its crash points. It waits for `go`. */
    startChild: (crash: Readonly<Record<string, string>>): ChildProcess => {
      const child = startWorkerProcess(world, crash);
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    /** Waits until a worker is dead. @returns the signal that ended it. */
    ended: (child: ChildProcess): Promise<NodeJS.Signals | null> =>
      within(2_000, () => {
        if (child.exitCode === null && child.signalCode === null) throw new Error('the worker is still alive');
        return child.signalCode;
      }),
    /** Finishes what is asked for, or what a killed worker began. It was there before that, as others are in production. */
    withWorker: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const worker = startQueueWorker(
        { databaseUrl: world.database.appUrl, log: silentLog },
        { concurrency: 8, lock: quick.lock, work: createJobWorker(services) },
      );
      try {
        return await work();
      } finally {
        await worker.stop();
      }
    },
    close: async (): Promise<void> => {
      for (const child of children) child.kill('SIGKILL');
      ending.abort();
      await dispatcher;
      await queue.close();
      await close();
    },
  };
};

export type KilledWorkers = Awaited<ReturnType<typeof killedWorkers>>;
