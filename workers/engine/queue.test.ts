import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import type { OperationJob } from './job.ts';
import { openQueue, type QueueConnection, startQueueWorker } from './queue.ts';
import { migrateQueue, queueSchemaReady } from './queue-schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const redisUrl = process.env.REDIS_URL;
const job = (): OperationJob => ({ operationId: randomId(), replay: 0 });

describe('before the queue is migrated', () => {
  it('a worker waits with growing pauses, then starts (H3)', async () => {
    const warn = vi.fn();
    const log = { ...silentLog, warn } as unknown as typeof silentLog;
    const { signal } = new AbortController();
    let ready = false;
    const waiting = queueSchemaReady(database.appUrl, { log, signal }).then(() => {
      ready = true;
    });
    await vi.waitFor(() => expect(warn.mock.calls.map(([{ wait }]) => wait)).toEqual([250, 500]), { timeout: 30_000 });
    expect(ready).toBe(false);
    await migrateQueue(database.ownerUrl, 'portico_app');
    await waiting;
    await migrateQueue(database.ownerUrl, 'portico_app');
  });
});

const onRedis = (prefix = 'portico-0a1b2c3d'): QueueConnection => ({
  databaseUrl: database.appUrl,
  redis: { url: redisUrl ?? '', prefix },
  log: silentLog,
});

const backends: [string, () => QueueConnection, boolean, () => Promise<void>][] = [
  [
    'Postgres',
    () => ({ databaseUrl: database.appUrl, log: silentLog }),
    true,
    () => runSql(database.ownerUrl, 'truncate bullmq.job cascade'),
  ],
  [
    'Redis',
    onRedis,
    redisUrl !== undefined,
    async () => {
      const redis = new Redis(redisUrl ?? '');
      // Other suites have their keys there.
      await redis.del(...(await redis.keys('portico-0a1b2c3d:*')));
      redis.disconnect();
    },
  ],
];

describe.each(backends)('the queue on %s', (_name, connection, available, wipe) => {
  describe.runIf(available)('(Redis: set REDIS_URL)', () => {
    const taking = async (
      work: (job: OperationJob) => Promise<number | undefined>,
      body: () => Promise<void>,
      concurrency = 2,
    ) => {
      const worker = startQueueWorker(connection(), { concurrency, lock: 400, drain: 500, work });
      try {
        await body();
      } finally {
        await worker.stop();
      }
    };

    it('gives each job to a worker, a repeated one only once', async () => {
      const queue = openQueue(connection());
      const seen: string[] = [];
      const jobs = Array.from({ length: 20 }, job);
      for (const one of jobs) {
        await queue.add(one);
        await queue.add(one);
      }
      await taking(
        async ({ operationId }) => {
          seen.push(operationId);
          return undefined;
        },
        () =>
          vi.waitFor(() => expect(seen.toSorted()).toEqual(jobs.map(({ operationId }) => operationId).toSorted()), {
            timeout: 30_000,
          }),
      );
      await queue.close();
    });

    it('accepts a finished job again, and returns a job after the time it asked for', async () => {
      const queue = openQueue(connection());
      const one = job();
      const times: number[] = [];
      await taking(
        async () => {
          times.push(Date.now());
          return times.length < 3 ? 100 : undefined;
        },
        async () => {
          await queue.add(one);
          await vi.waitFor(() => expect(times).toHaveLength(3), { timeout: 30_000 });
          expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(190);
          await vi.waitFor(
            async () => {
              await queue.add(one);
              expect(times.length).toBeGreaterThan(3);
            },
            { timeout: 30_000 },
          );
        },
      );
      await queue.close();
    });

    it('tries a job again after its work throws (the log is away)', async () => {
      const queue = openQueue(connection());
      let tries = 0;
      await taking(
        async () => {
          tries += 1;
          if (tries === 1) throw new Error('the event log is not available');
          return undefined;
        },
        async () => {
          await queue.add(job());
          await vi.waitFor(() => expect(tries).toBe(2), { timeout: 30_000 });
        },
      );
      await queue.close();
    });

    it('gives the job of a worker that did not stop in time to the next worker (H3)', async () => {
      const queue = openQueue(connection());
      const begun: string[] = [];
      const release = Promise.withResolvers<undefined>();
      await taking(
        async () => {
          begun.push('first');
          return release.promise;
        },
        async () => {
          await queue.add(job());
          await vi.waitFor(() => expect(begun).toContain('first'), { timeout: 30_000 });
        },
      );
      await taking(
        async () => {
          begun.push('second');
          return undefined;
        },
        // On a busy machine the first worker itself may have lost the job and taken it again.
        () => vi.waitFor(() => expect(begun).toContain('second'), { timeout: 30_000 }),
      );
      release.resolve(undefined);
      await queue.close();
    });

    it('lets others pass a large task, and keeps a job in the turn that it has', async () => {
      const queue = openQueue(connection());
      const [large, other] = [Array.from({ length: 8 }, job), job()];
      const release = Promise.withResolvers<undefined>();
      const seen: string[] = [];
      await taking(
        async ({ operationId }) => {
          seen.push(operationId);
          return operationId === other.operationId ? undefined : release.promise;
        },
        async () => {
          for (const one of large) await queue.add(one, 'large');
          for (const one of large) await queue.add(one);
          await queue.add(other);
          await vi.waitFor(() => expect(seen).toContain(other.operationId), { timeout: 20_000 });
          expect(seen).toHaveLength(2);
          release.resolve(undefined);
          await vi.waitFor(() => expect(seen).toHaveLength(9), { timeout: 20_000 });
        },
      );
      await queue.close();
    });

    it('works after all its data were deleted', async () => {
      const queue = openQueue(connection());
      const seen: string[] = [];
      const [lost, kept] = [job(), job()];
      await queue.add(lost);
      await wipe();
      await taking(
        async ({ operationId }) => {
          seen.push(operationId);
          return undefined;
        },
        async () => {
          await queue.add(kept);
          await vi.waitFor(() => expect(seen).toEqual([kept.operationId]), { timeout: 30_000 });
          await queue.add(lost);
          await vi.waitFor(() => expect(seen).toEqual([kept.operationId, lost.operationId]), { timeout: 30_000 });
        },
      );
      await queue.close();
    });
  });
});

describe.runIf(redisUrl)('several installations on one Redis (set REDIS_URL)', () => {
  it('take only their own jobs', async () => {
    const installations = ['portico-0a1b2c3d', 'portico-deadbeef'].map((prefix) => {
      const connection = onRedis(prefix);
      const seen: string[] = [];
      const work = async ({ operationId }: OperationJob) => {
        seen.push(operationId);
        return undefined;
      };
      const worker = startQueueWorker(connection, { concurrency: 2, lock: 400, drain: 500, work });
      return { queue: openQueue(connection), worker, seen, jobs: Array.from({ length: 10 }, job) };
    });
    for (const { queue, jobs } of installations) for (const one of jobs) await queue.add(one);
    for (const { seen, jobs } of installations)
      await vi.waitFor(() => expect(seen.toSorted()).toEqual(jobs.map(({ operationId }) => operationId).toSorted()), {
        timeout: 10_000,
      });
    for (const { queue, worker } of installations) {
      await worker.stop();
      await queue.close();
    }
  });
});
