import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  DelayedError,
  type IQueueBackend,
  type Job,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import type { Log } from '#platform/log.ts';
import { jobIdOf, type OperationJob } from './job.ts';
import { queueSchema } from './queue-schema.ts';

/**
 * @property databaseUrl the application's role; jobs are in the schema `bullmq` of that database.
 * @property redis       jobs are on Redis instead when it is set, under keys that begin with `prefix`: other installations
 *                       may use the same one.
 */
export type QueueConnection = Readonly<{
  databaseUrl: string;
  redis?: Readonly<{ url: string; prefix: string }> | undefined;
  log: Log;
}>;

/** `add` of a job that is known does nothing. */
export type OperationQueue = Readonly<{ add: (job: OperationJob) => Promise<void>; close: () => Promise<void> }>;

/**
 * @property concurrency jobs at once.
 * @property lock        milliseconds after which a job whose worker fell silent is given to another; it is looked
 *                       for five times as often. 15 s unless told: well within the minute of requirement H3.
 * @property drain       milliseconds that jobs under way have to end on `stop`; then they are left to the next worker.
 * @property work        answers the milliseconds after which the job shall come again, or nothing when it is done. Its
 *                       signal aborts when the job is left to the next worker.
 */
export type QueueWorkerOptions = Readonly<{
  concurrency: number;
  lock?: number;
  drain?: number;
  work: (job: OperationJob, left: AbortSignal) => Promise<number | undefined>;
}>;

const queueName = 'operations';

type AnyBackend = BackendFactory<IQueueBackend, unknown>;

/** BullMQ's classes on the backend of choice, and what they connect to. */
const backendOf = ({ databaseUrl, redis }: QueueConnection, blocking: boolean) => {
  if (redis) {
    // A worker waits for jobs for ever; whoever adds one wants to hear soon that Redis is away.
    const client = new Redis(redis.url, { maxRetriesPerRequest: blocking ? null : 3 });
    client.on('error', () => undefined);
    return {
      ...withBackend(createRedisBackend as AnyBackend),
      options: { connection: client as unknown, prefix: redis.prefix },
      close: () => client.disconnect(),
    };
  }
  const connection: unknown = {
    connectionString: databaseUrl,
    schema: queueSchema,
    max: 4,
    connectionTimeoutMillis: 5_000,
    // A process that is frozen in the middle of a transaction holds its jobs no longer than this.
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'portico-queue',
  };
  return { ...withBackend(createPostgresBackend as AnyBackend), options: { connection }, close: () => undefined };
};

/** Where the dispatcher and the sweep put jobs. Finished jobs are not kept: the log knows what was done. */
export const openQueue = (options: QueueConnection): OperationQueue => {
  const backend = backendOf(options, false);
  const queue = new backend.Queue<OperationJob>(queueName, backend.options);
  queue.on('error', (error) => options.log.warn({ reason: error.message }, 'the queue cannot be reached'));
  return {
    add: async (job) => {
      await queue.add('operation', job, {
        jobId: jobIdOf(job),
        removeOnComplete: true,
        removeOnFail: true,
        // Only errors of the log or the database end up here; operations count their own attempts, in the log.
        attempts: 1_000_000,
        backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
        stackTraceLimit: 0,
      });
    },
    close: async () => {
      await queue.close();
      backend.close();
    },
  };
};

const backOffCap = 30_000;

/** Takes jobs from the queue until it is stopped. */
export const startQueueWorker = (
  options: QueueConnection,
  { concurrency, lock = 15_000, drain = 25_000, work }: QueueWorkerOptions,
): { stop: () => Promise<void> } => {
  const backend = backendOf(options, true);
  const underWay = new Set<Promise<unknown>>();
  const leaving = new AbortController();
  const process = async (job: Job<OperationJob>, token?: string): Promise<void> => {
    const attempt = work(job.data, leaving.signal);
    underWay.add(attempt);
    const again = await attempt.finally(() => underWay.delete(attempt));
    if (again === undefined) return;
    await job.moveToDelayed(Date.now() + again, token);
    throw new DelayedError();
  };
  const worker = new backend.Worker<OperationJob>(queueName, process, {
    ...backend.options,
    concurrency,
    lockDuration: lock,
    stalledInterval: lock / 5,
    // A job is not to blame for a worker that died; attempts are counted in the log.
    maxStalledCount: 1_000_000,
    settings: { backoffStrategy: (made) => Math.min(backOffCap, 500 * 2 ** Math.min(made, 10)) },
    runRetryDelay: 1_000,
  });
  worker.on('error', (error) => options.log.warn({ reason: error.message }, 'the queue cannot be reached'));
  return {
    stop: async () => {
      await worker.pause(true);
      const idle = Promise.allSettled(underWay).then(() => 'idle' as const);
      const timeout = new Promise<'late'>((resolve) => setTimeout(resolve, drain, 'late').unref());
      const late = (await Promise.race([idle, timeout])) === 'late';
      if (late) {
        options.log.warn('jobs under way did not end in time, the next worker takes them over');
        leaving.abort();
      }
      await worker.close(late);
      backend.close();
    },
  };
};
