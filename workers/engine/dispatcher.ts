import { crashPoint } from '#platform/crash-point.ts';
import { followLog } from './follow-log.ts';
import { jobIn } from './job.ts';
import type { OperationQueue } from './queue.ts';
import { createTurns } from './turns.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * Follows the log and adds a job for each request, replay and cancellation, then stores the checkpoint. A crash in between adds
 * jobs again, which changes nothing (requirement H1). Ends when the signal aborts.
 */
export const runDispatcher = (services: WorkerServices, queue: OperationQueue, signal: AbortSignal): Promise<void> => {
  const turnOf = createTurns();
  return followLog(
    services,
    {
      name: 'dispatcher',
      concerns: (event) => jobIn(event) !== undefined,
      deliver: async (events) => {
        for (const event of events) {
          const job = jobIn(event);
          if (!job) continue;
          await queue.add(job, turnOf(event, job));
          services.metrics.dispatched.inc();
          crashPoint('dispatcher.added');
        }
      },
    },
    signal,
  );
};
