import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aboutAt } from '#domain/core/operation-kind.ts';
import { silentLog } from '#platform/log.ts';
import { runSql } from '#test/postgres/sql.ts';
import { lastNet, within } from '#test/runner/limit.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { chores } from '../chores.ts';
import { openServices } from '../open-services.ts';
import { startWorker } from '../start-worker.ts';
import { runDispatcher } from './dispatcher.ts';
import type { EngineServices } from './handler.ts';
import type { OperationJob } from './job.ts';
import { markBack } from './outage.ts';
import { openQueue } from './queue.ts';
import { runOperation } from './run-operation.ts';
import { runChores, sweepOf } from './sweep.ts';

let world: WorkerWorld;
beforeAll(async () => {
  world = await startWorkerWorld();
});
afterAll(() => world.close());

/** Runs jobs by hand, like a queue that delivers at any time and any number of times. */
const byHand = async (work: (services: EngineServices) => Promise<void>) => {
  const { services, close } = await openServices(world.workerOptions);
  try {
    await work(services);
  } finally {
    await close();
  }
};

const puts = async (operationId: string) =>
  (await world.operationEvents(operationId)).filter(
    ({ type, data }) => type === 'OperationStepApplied' && /^(put|delete)/.test((data as { step: string }).step),
  );

describe('a job that is delivered', () => {
  it('three times in a row: nothing is done again (J1, H2)', () =>
    byHand(async (services) => {
      const deploymentId = world.nextId();
      const operationId = await world.request.deploy(deploymentId, world.configOf('thrice'));
      const subject = { kind: 'deploy', ...aboutAt('deployment', deploymentId) } as const;
      expect(await runOperation(services, { operationId, replay: 0 }, subject)).toEqual({ result: 'completed' });
      const [held, events] = [await world.dump(), await world.operationEvents(operationId)];
      expect(await runOperation(services, { operationId, replay: 0 }, subject)).toEqual({ result: 'over' });
      expect(await runOperation(services, { operationId, replay: 0 }, subject)).toEqual({ result: 'over' });
      expect(await world.dump()).toEqual(held);
      expect(await world.operationEvents(operationId)).toEqual(events);

      // A repeated configuration is another operation: it compares and changes nothing.
      const again = await world.request.deploy(deploymentId, world.configOf('thrice'));
      expect(await runOperation(services, { operationId: again, replay: 0 }, subject)).toEqual({ result: 'completed' });
      expect(await puts(again)).toEqual([]);
      expect(await world.dump()).toEqual(held);
    }));

  it('three at once: one works, and the others wait without an attempt (H2, H4)', () =>
    byHand(async (services) => {
      const deploymentId = world.nextId();
      const operationId = await world.request.deploy(deploymentId, world.configOf('at-once'));
      const subject = { kind: 'deploy', ...aboutAt('deployment', deploymentId) } as const;
      const results = await Promise.all(
        [1, 2, 3].map(() => runOperation(services, { operationId, replay: 0 }, subject)),
      );
      expect(results.filter(({ result }) => result === 'completed')).toHaveLength(1);
      const types = await world.history('operation', operationId);
      expect(types.filter((type) => type === 'OperationStarted')).toHaveLength(1);
      expect(await world.history('deployment', deploymentId)).toEqual(['DeploymentRequested', 'DeploymentApplied']);
    }));

  it('a worker that lost its lease to another writes nothing more (H2)', () =>
    byHand(async (services) => {
      const deploymentId = world.nextId();
      const operationId = await world.request.deploy(deploymentId, world.configOf('zombie'));
      const subject = { kind: 'deploy', ...aboutAt('deployment', deploymentId) } as const;
      const overtake = async () => {
        await runSql(
          world.database.ownerUrl,
          `update leases set until = '-infinity' where name = 'deployment-${deploymentId}'`,
        );
        await vi.waitFor(async () => {
          const done = await runOperation(services, { operationId, replay: 0 }, subject);
          expect(done).toEqual({ result: 'completed' });
        }, 20_000);
      };
      // The worker sleeps while it writes its first step, and wakes up when another one has finished.
      let first = true;
      const { append } = services.store;
      const zombie: typeof services = {
        ...services,
        store: {
          ...services.store,
          append: async (what) => {
            const response = await append(what);
            if (first && what.events[0]?.type === 'OperationStepApplied') {
              first = false;
              await overtake();
            }
            return response;
          },
        },
      };
      await runOperation(zombie, { operationId, replay: 0 }, subject).catch(() => undefined);
      expect(first).toBe(false);
      expect(await world.history('deployment', deploymentId)).toEqual(['DeploymentRequested', 'DeploymentApplied']);
      expect((await puts(operationId)).map(({ data }) => (data as { attempt: number }).attempt)).toEqual([
        1, 2, 2, 2, 2,
      ]);
      expect((await world.history('operation', operationId)).at(-1)).toBe('OperationCompleted');
    }));

  it('a replay replaces the job of the earlier try', () =>
    byHand(async (services) => {
      const deploymentId = world.nextId();
      await world.gatewayDown();
      const operationId = await world.request.deploy(deploymentId, world.configOf('replayed'));
      const subject = { kind: 'deploy', ...aboutAt('deployment', deploymentId) } as const;
      expect(await runOperation(services, { operationId, replay: 0 }, subject)).toEqual({ result: 'parked' });
      await world.gatewayUp();
      await markBack(services.pool, 'gateway-1');
      await world.request.replay(operationId);
      expect(await runOperation(services, { operationId, replay: 0 }, subject)).toEqual({ result: 'over' });
      expect(await runOperation(services, { operationId, replay: 1 }, subject)).toEqual({ result: 'completed' });
    }));
});

describe('a lost queue (H1)', () => {
  it(
    'is wiped during operations: all of them finish, with each effect once',
    async () => {
      const count = 20;
      const ids = Array.from({ length: count }, () => world.nextId());
      // The gateway is away, so the operations are in different states when the queue is lost.
      await world.gatewayDown();
      const worker = await startWorker({
        ...world.workerOptions,
        backOff: { ...world.workerOptions.backOff, attempts: 100 },
        sweep: { every: 200, quiet: 400 },
      });
      onTestFinished(worker.stop);
      const operations = await Promise.all(ids.map((id) => world.request.deploy(id, world.configOf(`wiped-${id}`))));
      await within(1_000, async () => {
        for (const operationId of operations)
          expect(await world.history('operation', operationId)).toContain('OperationDelayed');
      });
      await runSql(world.database.ownerUrl, 'truncate bullmq.job cascade');
      await world.gatewayUp();
      const ends = await Promise.all(operations.map((operationId) => world.ended(operationId, 1_500)));
      expect(new Set(ends.map(({ type }) => type))).toEqual(new Set(['OperationCompleted']));
      for (const [index, id] of ids.entries()) {
        expect(await world.history('deployment', id)).toEqual(['DeploymentRequested', 'DeploymentApplied']);
        // A call whose response came too late may have no step, but never two.
        const targets = (await puts(operations[index] ?? '')).map(({ data }) => (data as { target: string }).target);
        expect(targets).toHaveLength(new Set(targets).size);
      }
      expect(Number((await worker.metrics.swept.get()).values[0]?.value)).toBeGreaterThan(0);
      const { routes } = await world.dump();
      expect(routes?.filter(({ name }) => String(name).startsWith('wiped-'))).toHaveLength(count);
    },
    lastNet,
  );

  const redisUrl = process.env.REDIS_URL;
  it.runIf(redisUrl)('of a former release stays on Redis, because installations shared it (set REDIS_URL)', () =>
    byHand(async (services) => {
      const queue = openQueue({
        databaseUrl: world.workerOptions.databaseUrl,
        redis: { url: redisUrl ?? '', prefix: 'bull' },
        log: silentLog,
      });
      const ending = new AbortController();
      const dispatcher = runDispatcher(services, queue, ending.signal);
      const deploymentId = world.nextId();
      const operationId = await world.request.deploy(deploymentId, world.configOf('in-the-old-queue'));
      const redis = new Redis(redisUrl ?? '');
      await vi.waitFor(
        async () => expect(await redis.keys(`bull:operations:*${operationId}*`)).toHaveLength(1),
        10_000,
      );
      ending.abort();
      await dispatcher;
      await queue.close();

      const worker = await startWorker({ ...world.workerOptions, redisUrl, sweep: { every: 200, quiet: 400 } });
      onTestFinished(worker.stop);
      await world.completed(operationId);
      expect(Number((await worker.metrics.swept.get()).values[0]?.value)).toBeGreaterThan(0);
      // Another installation may have jobs there, so nothing is removed.
      expect(await redis.keys(`bull:operations:*${operationId}*`)).toHaveLength(1);
      redis.disconnect();
    }),
  );

  it('is filled again by the sweep, also while another chore fails', () =>
    byHand(async (services) => {
      const operationId = await world.request.deploy(world.nextId(), world.configOf('swept'));
      const added: string[] = [];
      const queue = {
        add: async (job: OperationJob) => void added.push(job.operationId),
        close: async () => undefined,
      };
      const warn = vi.fn();
      const log = { ...silentLog, warn } as unknown as typeof silentLog;
      const ending = new AbortController();
      await runSql(world.database.ownerUrl, 'revoke delete on generated_code from portico_app');
      const sweeping = runChores({ ...services, log }, [sweepOf(queue), ...chores], ending.signal, {
        every: 50,
        quiet: 0,
      });
      try {
        await vi.waitFor(() => expect(added).toContain(operationId), 10_000);
        await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 10_000);
      } finally {
        ending.abort();
        await sweeping;
        await runSql(world.database.ownerUrl, 'grant delete on generated_code to portico_app');
      }
    }));

  it('no secret is in an event or a job (E1)', async () => {
    const canary = `canary-${Date.now()}`;
    const id = world.nextId();
    const worker = await startWorker(world.workerOptions);
    onTestFinished(worker.stop);
    await world.ended(await world.request.deploy(id, world.configOf('secretive')));
    await world.ended(await world.request.addConsumer(world.nextId(), id, canary));
    // The same key again is a conflict, and Kong repeats the key in its response.
    const consumerId = world.nextId();
    const refused = await world.ended(await world.request.addConsumer(consumerId, id, canary));
    expect(refused.data).toMatchObject({ problems: [{ code: 'gateway.credential-taken' }] });
    const { rows } = await world.pool.query<{ found: number }>(
      `select (select count(*) from events e where e::text like $1 or e::text like $2)::int
            + (select count(*) from bullmq.job j where j::text like $1)::int
            + (select count(*) from bullmq.event q where q::text like $1)::int as found`,
      [`%${canary}%`, `%${Buffer.from(canary).toString('hex')}%`],
    );
    expect(rows[0]?.found).toBe(0);
  });
});

describe("the worker's process", () => {
  it('stops in time and leaves nothing open', async () => {
    const worker = await startWorker({ ...world.workerOptions, log: silentLog });
    const began = Date.now();
    await worker.stop();
    expect(Date.now() - began).toBeLessThan(5_000);
    // Postgres closes a connection a moment after its client.
    await vi.waitFor(async () => {
      const { rows } = await world.pool.query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity where application_name like 'portico-worker%' and datname = current_database()`,
      );
      expect(rows[0]?.open).toBe(0);
    }, 10_000);
  });
});
