import { runSubscription } from '#eventstore/subscription/run-subscription.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { jobIn } from './job.ts';
import type { OperationQueue } from './queue.ts';
import { createTurns } from './turns.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * Follows the log and adds a job for each request and each replay, then stores the checkpoint. A crash in between adds
 * jobs again, which changes nothing (requirement H1). Ends when the signal aborts.
 */
export const runDispatcher = (
  { store, pool, log, metrics }: WorkerServices,
  queue: OperationQueue,
  signal: AbortSignal,
): Promise<void> => {
  const turnOf = createTurns();
  return runSubscription({
    store,
    pool,
    name: 'dispatcher',
    log,
    signal,
    handler: {
      deliver: async (events) => {
        for (const event of events) {
          const job = jobIn(event);
          if (!job) continue;
          await queue.add(job, turnOf(event, job));
          metrics.dispatched.inc();
          crashPoint('dispatcher.added');
        }
      },
    },
  });
};
