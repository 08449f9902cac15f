import { setTimeout as sleep } from 'node:timers/promises';
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
import { createPool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { jobIdOf, type OperationJob } from './job.ts';
import { queueSchema } from './queue-schema.ts';
import type { Turn } from './turns.ts';

/**
 * @property databaseUrl connects with the application's role; jobs are in the schema `bullmq` of that database.
 * @property redis       stores jobs on Redis instead, under keys that begin with `prefix`, because other installations
 *   may use the same Redis.
 */
export type QueueConnection = Readonly<{
  databaseUrl: string;
  redis?: Readonly<{ url: string; prefix: string }> | undefined;
  log: Log;
}>;

/**
 * The queue of operations. To add a known job does nothing.
 *
 * @property add puts a job into its turn. Default: `soon`.
 */
export type OperationQueue = Readonly<{
  add: (job: OperationJob, turn?: Turn) => Promise<void>;
  close: () => Promise<void>;
}>;

/**
 * @property concurrency the number of jobs at once. Those of large tasks have half as many places of their own besides,
 *   and never take those of others, because many of them would wait for gateways at a time.
 * @property lock        milliseconds after which a job of a silent worker goes to another worker. The queue checks five
 *   times as often. Default 15 s: well within the minute of requirement H3.
 * @property drain       milliseconds that running jobs have to end after `stop`. Then they are left to the next worker.
 * @property work        returns the milliseconds after which the job must come again, or nothing when it is done. Its
 *   signal aborts when the job is left to the next worker.
 */
export type QueueWorkerOptions = Readonly<{
  concurrency: number;
  lock?: number;
  drain?: number;
  work: (job: OperationJob, left: AbortSignal) => Promise<number | undefined>;
}>;

/** The queue of each turn. A last release takes jobs from the first only; its sweep moves the others there. */
const queueNames: Readonly<Record<Turn, string>> = { soon: 'operations', large: 'large-operations' };
const turns = Object.keys(queueNames) as Turn[];

type AnyBackend = BackendFactory<IQueueBackend, unknown>;

/** Returns BullMQ's classes for the chosen backend, and its connection. */
const backendOf = ({ databaseUrl, redis }: QueueConnection, blocking: boolean) => {
  if (redis) {
    // A worker waits for jobs for ever. A caller that adds one must hear soon that Redis is away.
    const client = new Redis(redis.url, { maxRetriesPerRequest: blocking ? null : 3 });
    client.on('error', () => undefined);
    return {
      ...withBackend(createRedisBackend as AnyBackend),
      options: { connection: client as unknown, prefix: redis.prefix },
      close: () => client.disconnect(),
    };
  }
  // Four statements at once, and a worker of each turn that listens.
  const max = blocking ? 6 : 4;
  const pool = createPool(databaseUrl, { applicationName: 'portico-queue', max, searchPath: queueSchema });
  return {
    ...withBackend(createPostgresBackend as AnyBackend),
    options: { connection: pool as unknown },
    close: () => void pool.end(),
  };
};

type Opened = Readonly<{
  on: (event: 'error', listener: (error: Error) => void) => unknown;
  waitUntilReady: () => Promise<unknown>;
  close: () => Promise<void>;
}>;

/**
 * Makes a queue or a worker of BullMQ. On Postgres it makes it anew until its first statements succeed: BullMQ keeps their
 * failure for good, and would never work after a connection that was cut at that moment.
 */
const open = async <Made extends Opened>(
  { redis, log }: QueueConnection,
  leaving: AbortSignal,
  make: () => Made,
): Promise<Made | undefined> => {
  while (!leaving.aborted) {
    const made = make();
    made.on('error', (error) => log.warn({ reason: error.message }, 'the queue cannot be reached'));
    if (redis) return made;
    const isReady = await made.waitUntilReady().then(
      () => true,
      () => false,
    );
    if (isReady) return made;
    await made.close().catch(() => undefined);
    await sleep(500, undefined, { signal: leaving }).catch(() => undefined);
  }
  return undefined;
};

/**
 * Opens the queue for the dispatcher and the sweep to add jobs. Finished jobs are not kept, because the log has the
 * outcome.
 */
export const openQueue = (options: QueueConnection): OperationQueue => {
  const backend = backendOf(options, false);
  const leaving = new AbortController();
  const openTurn = (turn: Turn) =>
    open(options, leaving.signal, () => new backend.Queue<OperationJob>(queueNames[turn], backend.options));
  const opening = { soon: openTurn('soon'), large: openTurn('large') };
  return {
    add: async (job, turn = 'soon') => {
      const queue = await opening[turn];
      // Its turn may have been another one: the sweep and a dispatcher that starts again do not know.
      const other = await opening[turn === 'soon' ? 'large' : 'soon'];
      if (await other?.getJob(jobIdOf(job))) return;
      await queue?.add('operation', job, {
        jobId: jobIdOf(job),
        removeOnComplete: true,
        removeOnFail: true,
        // Only errors of the log or the database come here. Operations count their own attempts in the log.
        attempts: 1_000_000,
        backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
        stackTraceLimit: 0,
      });
    },
    close: async () => {
      leaving.abort();
      for (const queue of await Promise.all(turns.map((turn) => opening[turn]))) await queue?.close();
      backend.close();
    },
  };
};

const backOffCap = 30_000;

/** Runs jobs from the queue until it is stopped. */
export const startQueueWorker = (
  options: QueueConnection,
  { concurrency, lock = 15_000, drain = 25_000, work }: QueueWorkerOptions,
): { stop: () => Promise<void> } => {
  const backend = backendOf(options, true);
  const underWay = new Set<Promise<unknown>>();
  const leaving = new AbortController();
  const stopping = new AbortController();
  const process = async (job: Job<OperationJob>, token?: string): Promise<void> => {
    const attempt = work(job.data, leaving.signal);
    underWay.add(attempt);
    const again = await attempt.finally(() => underWay.delete(attempt));
    if (again === undefined) return;
    await job.moveToDelayed(Date.now() + again, token);
    throw new DelayedError();
  };
  const places: Readonly<Record<Turn, number>> = { soon: concurrency, large: Math.ceil(concurrency / 2) };
  const opening = turns.map((turn) =>
    open(
      options,
      stopping.signal,
      () =>
        new backend.Worker<OperationJob>(queueNames[turn], process, {
          ...backend.options,
          concurrency: places[turn],
          lockDuration: lock,
          stalledInterval: lock / 5,
          // A job does not fail because a worker died. Attempts are counted in the log.
          maxStalledCount: 1_000_000,
          settings: { backoffStrategy: (made) => Math.min(backOffCap, 500 * 2 ** Math.min(made, 10)) },
          runRetryDelay: 1_000,
        }),
    ),
  );
  return {
    stop: async () => {
      stopping.abort();
      const workers = await Promise.all(opening);
      await Promise.all(workers.map((worker) => worker?.pause(true)));
      const idle = Promise.allSettled(underWay).then(() => 'idle' as const);
      const timeout = new Promise<'late'>((resolve) => setTimeout(resolve, drain, 'late').unref());
      const late = (await Promise.race([idle, timeout])) === 'late';
      if (late) {
        options.log.warn('running jobs did not end in time; the next worker takes them over');
        leaving.abort();
      }
      await Promise.all(workers.map((worker) => worker?.close(late)));
      backend.close();
    },
  };
};
