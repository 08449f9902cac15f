import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { defaultOutageTiming } from '../engine/back-off.ts';
import { alarmOverdueRemovals } from '../engine/removals.ts';
import { openServices } from '../open-services.ts';
import { startWorker, type Worker } from '../start-worker.ts';

let world: WorkedWorld;
/** As short as possible, so that an hour of calls to a gateway takes seconds. */
const outage = { ...defaultOutageTiming, first: 1, cap: 2, look: 20 };
beforeAll(async () => {
  // No worker dies here. A busy machine may keep one from renewing its jobs' locks for seconds.
  world = await startWorkedWorld({ outage, sweep: { every: 100 }, lock: 15_000 });
});
afterAll(() => world?.close());

const looks = async () => (await world.metrics()?.looks.get())?.values[0]?.value ?? 0;
const opens = (path: string, apikey: string) => world.call(path, { apikey });
const waits = (operationId: string) =>
  vi.waitFor(
    async () =>
      expect((await world.operationEvents(operationId)).at(-1)).toMatchObject({
        type: 'OperationDelayed',
        data: { class: 'away', problem: { code: 'gateway.unreachable' } },
      }),
    { timeout: 20_000 },
  );
const removalOf = async (consumerId: number): Promise<string> => {
  const events = await world.store.read(`consumer-${consumerId}`);
  const request = events.find(({ type }) => type === 'ConsumerRemovalRequested');
  if (!request) throw new Error('no removal was requested yet');
  return (request.data as { operationId: string }).operationId;
};

describe('a gateway that is away', () => {
  it('C4: after an hour away, it refuses a key that was revoked meanwhile within 5 s of its return', async () => {
    const { id } = await world.deployed('shop');
    const accessId = accessIdOf(1, 1);
    const granted = async (key: string) => {
      const [grantId, consumerId] = [world.nextId(), world.nextId()];
      await world.send(accessDecider, accessId, {
        type: 'GrantAccess',
        data: { grantId, apiId: 1, organizationId: 1 },
      });
      await world.completed(await world.request.addConsumer(consumerId, id, key, { grantId }));
      expect(await opens('/shop-dev/x', key)).toBe(200);
      return {
        consumerId,
        revoke: () => world.send(accessDecider, accessId, { type: 'RevokeAccess', data: { grantId } }),
      };
    };
    /** Returns the milliseconds until the gateway refuses a key. */
    const untilRefused = async (key: string): Promise<number> => {
      const from = performance.now();
      await vi.waitFor(async () => expect(await opens('/shop-dev/x', key)).toBe(401), {
        timeout: 20_000,
        interval: 10,
      });
      return performance.now() - from;
    };
    // How long it takes while the gateway is there: more on a busy machine.
    const { revoke: revokeBefore } = await granted('key-of-before');
    await revokeBefore();
    const quiet = await untilRefused('key-of-before');
    const { consumerId, revoke } = await granted('key-of-shop');

    await world.gatewayDown();
    await revoke();
    const operationId = await vi.waitFor(() => removalOf(consumerId), 20_000);
    await waits(operationId);
    const hour = 3_600_000 / defaultOutageTiming.cap;
    const before = await looks();
    await vi.waitFor(async () => expect(await looks()).toBeGreaterThan(before + hour), {
      timeout: 60_000,
      interval: 100,
    });
    // One process called the gateway, and the operation waited without attempts.
    expect(await world.history('operation', operationId)).toEqual(['OperationStarted', 'OperationDelayed']);
    const { services, close } = await openServices(world.workerOptions);
    await vi.waitFor(async () => expect(await alarmOverdueRemovals(services, 1)).toBe(1), 10_000);
    expect(await alarmOverdueRemovals(services)).toBe(0);
    await close();

    await world.gatewayUp();
    // With the real timing the last call may have been so long ago.
    const longest = defaultOutageTiming.cap * 1.25;
    expect((await untilRefused('key-of-shop')) - quiet + longest).toBeLessThan(5_000);
    await world.completed(operationId);
  }, 120_000);

  it('is watched by one of several processes, and by another when that one ends', async () => {
    const looksOf = async (worker: Worker) => (await worker.metrics.looks.get()).values[0]?.value ?? 0;
    await world.stopWorker();
    const workers = await Promise.all([1, 2].map(() => startWorker({ ...world.workerOptions, outage })));
    await world.gatewayDown();
    const operationId = await world.request.deploy(world.nextId(), world.configOf('watched'));
    await waits(operationId);
    const watching = await vi.waitFor(
      async () => {
        for (const worker of workers) if ((await looksOf(worker)) > 50) return worker;
        throw new Error('there were not so many calls yet');
      },
      { timeout: 20_000 },
    );
    const [other] = workers.filter((worker) => worker !== watching);
    if (!other) throw new Error('there are two');
    expect(await looksOf(other)).toBe(0);
    await watching.stop();
    await vi.waitFor(async () => expect(await looksOf(other)).toBeGreaterThan(50), { timeout: 20_000 });
    await world.gatewayUp();
    await world.completed(operationId);
    await other.stop();
    await world.startWorker();
  }, 60_000);

  it('makes thirty operations wait, which complete by themselves, removals first, a few at a time', async () => {
    const kept = await Promise.all([1, 2, 3, 4, 5].map((each) => world.deployed(`kept-${each}`)));
    const going = await Promise.all([1, 2, 3, 4, 5].map((each) => world.deployed(`going-${each}`)));
    const keys = await Promise.all(
      [...kept, ...kept].map(async ({ id }) => {
        const consumerId = world.nextId();
        await world.completed(await world.request.addConsumer(consumerId, id));
        return consumerId;
      }),
    );

    await world.gatewayDown();
    const deploys: string[] = [];
    for (let each = 1; each <= 15; each += 1)
      deploys.push(await world.request.deploy(world.nextId(), world.configOf(`later-${each}`)));
    const removals: string[] = [];
    for (const { id } of going) removals.push(await world.request.undeploy(id));
    for (const key of keys) removals.push(await world.request.removeConsumer(key));
    for (const operationId of [...deploys, ...removals]) await waits(operationId);

    await world.gatewayUp();
    const spans = new Map<string, { begin: string; end: string }>();
    for (const operationId of [...deploys, ...removals]) {
      const end = await world.ended(operationId, 1_500);
      expect(end.type).toBe('OperationCompleted');
      const events = await world.operationEvents(operationId);
      expect(events.filter(({ type }) => type === 'OperationStarted')).toHaveLength(2);
      spans.set(operationId, {
        begin: events.findLast(({ type }) => type === 'OperationStarted')?.position ?? '',
        end: end.position,
      });
    }
    const of = (operations: readonly string[]) => operations.map((id) => spans.get(id) ?? { begin: '', end: '' });
    const lastRemoval = of(removals)
      .map(({ end }) => end)
      .sort()
      .at(-1);
    const firstDeploy = of(deploys)
      .map(({ begin }) => begin)
      .sort()[0];
    expect(lastRemoval && firstDeploy && lastRemoval < firstDeploy).toBe(true);
    for (const { begin } of spans.values()) {
      const atOnce = [...spans.values()].filter((other) => other.begin <= begin && begin < other.end);
      expect(atOnce.length).toBeLessThanOrEqual(outage.atOnce);
    }
  }, 180_000);
});

it('repeats a removal that an older release gave up, at the first start', async () => {
  const { id } = await world.deployed('old');
  const consumerId = world.nextId();
  await world.completed(await world.request.addConsumer(consumerId, id, 'key-of-old'));
  await world.stopWorker();
  const operationId = await world.request.removeConsumer(consumerId);
  await world.send(operationDecider, operationId, { type: 'StartOperation', data: { worker: 'old' } });
  await world.send(operationDecider, operationId, {
    type: 'FailOperation',
    data: { attempt: 1, class: 'exhausted', problems: [{ code: 'gateway.unreachable' }] },
  });
  expect(await opens('/old-dev/x', 'key-of-old')).toBe(200);
  await world.startWorker();
  await vi.waitFor(async () => expect(await opens('/old-dev/x', 'key-of-old')).toBe(401), { timeout: 20_000 });
  await world.completed(operationId);
  expect(await world.history('consumer', consumerId)).toContain('ConsumerRemoved');
});
