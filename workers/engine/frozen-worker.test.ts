import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '#platform/log.ts';
import { appRole, startTestCluster } from '#test/postgres/postgres.ts';
import '#test/runner/chance.ts';
import { lastNet, startLimit, within } from '#test/runner/limit.ts';
import { cancelIn } from '#test/world/cancel-in.ts';
import { go, startWorkerProcess } from '#test/world/start-worker-process.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import { startWorker, type Worker } from '../start-worker.ts';
import { runDispatcher } from './dispatcher.ts';
import { openQueue } from './queue.ts';
import { migrateQueue } from './queue-schema.ts';
import { defaultLease } from './worker-services.ts';

let world: WorkerWorld;
let frozen: ChildProcess | undefined;
let next: Worker | undefined;
let stopDispatcher: () => Promise<void> = async () => undefined;

const openDatabase = async () => {
  const database = await startTestCluster();
  await migrateQueue(database.ownerUrl, appRole);
  return database;
};

const startDispatcher = async () => {
  const { services, close } = await openServices(world.workerOptions);
  const queue = openQueue({ databaseUrl: world.database.appUrl, log: silentLog });
  const ending = new AbortController();
  const running = runDispatcher(services, queue, ending.signal);
  return async () => {
    ending.abort();
    await running;
    await queue.close();
    await close();
  };
};

beforeAll(async () => {
  // A frozen worker may hold a transaction open, which delays the events of every database in its cluster.
  world = await startWorkerWorld(undefined, { openDatabase });
});
afterAll(() => world?.close());
beforeEach(async () => {
  stopDispatcher = await startDispatcher();
});
afterEach(async () => {
  frozen?.kill('SIGKILL');
  await next?.stop();
  await stopDispatcher();
  next = undefined;
});

/** Starts a separate worker that freezes at a named point, like a paused machine. */
const freezing = (point: string) => {
  frozen = startWorkerProcess(world, { CRASHPOINT: `${point}#1`, CRASHPOINT_SIGNAL: 'SIGSTOP' });
  go(frozen);
};
/** Waits until the worker's lease has ended without a release. */
const isFrozen = (deploymentId: number) =>
  within(1_000, async () => {
    const { rowCount } = await world.pool.query(
      `select from leases where name = $1 and until < clock_timestamp() and until > '-infinity'`,
      [`deployment-${deploymentId}`],
    );
    expect(rowCount).toBe(1);
  });
const stepsOf = async (operationId: string) =>
  (await world.operationEvents(operationId)).flatMap(({ type, data }) =>
    type === 'OperationStepApplied' ? [data as { attempt: number; step: string; result: string }] : [],
  );
const outcomesOf = async (operationId: string) =>
  (await world.history('operation', operationId)).filter((type) => /Completed|Failed|Superseded/.test(type));
const takeOver = async () => {
  next = await startWorker(world.workerOptions);
};
/** Returns the steps of the operation that the frozen worker requests when it wakes up. */
const correction = async (deploymentId: number) => {
  const id = await within(1_000, async () => {
    const { rows } = await world.pool.query<{ id: string }>(
      `select id from operations where kind = 'reconcile' and place = $1`,
      [`deployment-${deploymentId}`],
    );
    if (!rows[0]) throw new Error('no correction was requested yet');
    return rows[0].id;
  });
  await world.completed(id);
  return stepsOf(id);
};

it(
  'H2: corrects the late writes of a frozen worker whose operation another one took over; one outcome',
  async () => {
    expect(defaultLease).toBe(15_000);
    const id = world.nextId();
    freezing('deploy.new-put-plugin-rate-limiting.before');
    const first = await world.request.deploy(id, world.configOf('iced', { ratePerMinute: 10 }));
    await isFrozen(id);
    const isOver = startLimit(250);
    await takeOver();
    await world.completed(first);
    // The lease has ended already, so this is the time of the rest.
    expect(await isOver()).toBe(false);
    await world.completed(await world.request.deploy(id, world.configOf('iced', { ratePerMinute: 20 })));
    const wanted = await world.dump();

    frozen?.kill('SIGCONT');
    // It wrote the old limit, so the correction had to change it.
    expect(await correction(id)).toContainEqual(
      expect.objectContaining({ step: 'put plugin rate-limiting', result: 'changed' }),
    );
    expect(await world.dump()).toEqual(wanted);
    expect(await outcomesOf(first)).toEqual(['OperationCompleted']);
    expect(new Set((await stepsOf(first)).map(({ attempt }) => attempt))).toEqual(new Set([1, 2]));
    expect(await world.history('deployment', id)).toEqual([
      'DeploymentRequested',
      'DeploymentApplied',
      'DeploymentRequested',
      'DeploymentApplied',
    ]);
    await world.completed(await world.request.undeploy(id));
  },
  lastNet,
);

it(
  'C4: removes a key again that a frozen worker adds after its removal',
  async () => {
    const id = world.nextId();
    await takeOver();
    await world.completed(await world.request.deploy(id, world.configOf('thawed')));
    await next?.stop();
    next = undefined;
    const before = await world.dump();

    freezing('add-consumer.new-put-consumer.before');
    const consumerId = world.nextId();
    const adding = await world.request.addConsumer(consumerId, id, 'key-of-thawed');
    await isFrozen(id);
    const removal = await world.request.removeConsumer(consumerId);
    await takeOver();
    await world.completed(removal);
    await world.ended(adding);
    expect(await world.dump()).toEqual(before);

    frozen?.kill('SIGCONT');
    expect(await correction(id)).toContainEqual(
      expect.objectContaining({ step: 'delete consumer', result: 'removed' }),
    );
    expect(await world.dump()).toEqual(before);
    expect(await outcomesOf(adding)).toEqual(['OperationSuperseded']);
    expect(await world.history('consumer', consumerId)).toEqual([
      'ConsumerRequested',
      'ConsumerRemovalRequested',
      'ConsumerRemoved',
    ]);
  },
  lastNet,
);

it(
  'a frozen worker does not bring back what was cancelled meanwhile, not even when it was about to write the outcome',
  async () => {
    const before = await world.dump();
    const id = world.nextId();
    freezing('deploy.ConfirmDeployment.before');
    const deploying = await world.request.deploy(id, world.configOf('given-up'));
    await isFrozen(id);
    // Its successor finds the gateway away, so the operation waits again.
    await world.gatewayDown();
    await takeOver();
    await within(1_000, async () => {
      expect((await world.operationEvents(deploying)).at(-1)).toMatchObject({ type: 'OperationDelayed' });
    });
    await expect(cancelIn(world)(deploying)).rejects.toThrow('operation.half-done');
    // As if its steps were not recorded: the guard has to hold for itself.
    await cancelIn(world)(deploying, { isBlind: true });
    expect((await world.ended(deploying)).type).toBe('OperationCancelled');
    await world.gatewayUp();

    frozen?.kill('SIGCONT');
    await correction(id);
    expect(await world.history('deployment', id)).toEqual(['DeploymentRequested', 'DeploymentFailed']);
    expect(await world.dump()).toEqual(before);
    await world.completed(await world.request.undeploy(id));
  },
  lastNet,
);
