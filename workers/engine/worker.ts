import type { EngineServices } from './handler.ts';
import type { OperationJob } from './job.ts';
import { findSubject } from './operation-lookup.ts';
import { runOperation } from './run-operation.ts';

/**
 * What the queue calls for every job.
 *
 * @returns the milliseconds after which the job shall come again; undefined when it is done.
 */
export const createJobWorker =
  (services: EngineServices) =>
  async (job: OperationJob, left: AbortSignal): Promise<number | undefined> => {
    const subject = job.subject ?? (await findSubject(services.pool, job.operationId));
    // A replay was seen in the log before the read table got there.
    if (!subject) return services.backOff.busy;
    const { kind } = subject;
    const { metrics, log } = services;
    const stop = metrics.duration.startTimer({ kind });
    metrics.running.inc();
    try {
      const done = await runOperation(services, job, subject, left);
      metrics.attempts.inc({ kind, result: done.result });
      log.info({ operation: job.operationId, kind, result: done.result }, 'attempt ended');
      return 'again' in done ? done.again : undefined;
    } finally {
      metrics.running.dec();
      stop();
    }
  };
