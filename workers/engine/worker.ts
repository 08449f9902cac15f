import type { EngineServices } from './handler.ts';
import type { OperationJob } from './job.ts';
import { findSubject } from './operation-lookup.ts';
import { runOperation } from './run-operation.ts';

/**
 * Returns the function that the queue calls for each job.
 *
 * @returns the milliseconds after which the job must come again; undefined when it is done.
 */
export const createJobWorker =
  (services: EngineServices) =>
  async (job: OperationJob, left: AbortSignal): Promise<number | undefined> => {
    const subject = job.about ?? (await findSubject(services.pool, job.operationId));
    // The log delivered a replay before the read table had the operation.
    if (!subject) return services.backOff.busy;
    const { kind } = subject;
    const { metrics } = services;
    const measured = metrics.duration.startTimer({ kind });
    metrics.running.inc();
    try {
      const done = await runOperation(services, job, subject, left);
      if (done.result === 'held up') return done.again;
      measured();
      metrics.attempts.inc({ kind, result: done.result });
      return 'again' in done ? done.again : undefined;
    } finally {
      metrics.running.dec();
    }
  };
