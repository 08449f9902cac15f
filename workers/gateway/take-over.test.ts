import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isConsumerTag } from '#gateway/names/gateway-names.ts';
import { oldRelease } from '#test/releases/old-release.ts';
import { sharing, startWorkedWorld, startWorkerWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import { reconcileGateway } from '../reconciliation/reconcile-gateways.ts';

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld({}, undefined, { past: oldRelease() });
  // Skips the ids that are in use.
  for (let taken = 0; taken < 3; taken += 1) world.nextId();
});
afterAll(() => world?.close());

const payments = (key: string) => world.call('/payments-dev/x', key ? { apikey: key } : {});
const orders = (key: string) => world.call('/orders-dev/x', key ? { apikey: key } : {});
const keys = {
  limited: 'payments-key-one-0123456789',
  before: 'payments-key-two-0123456789',
  next: 'payments-key-two-next-0123456789',
  orders: 'orders-key-0123456789',
} as const;

/** Calls with and without credentials while `work` runs. Returns all responses. */
const whileCalling = async (work: () => Promise<unknown>) => {
  const seen = { keyed: new Set<number>(), open: new Set<number>() };
  let going = true;
  const call = async () => {
    while (going) {
      for (const key of [keys.limited, keys.next]) seen.keyed.add(await payments(key));
      seen.keyed.add(await orders(keys.orders));
      seen.open.add(await payments(''));
      seen.open.add(await orders(''));
    }
  };
  const calling = call();
  try {
    await work();
  } finally {
    going = false;
    await calling;
  }
  return { keyed: [...seen.keyed], open: [...seen.open] };
};

const rows = async (tag: string) =>
  Object.values(await world.dump())
    .flat()
    .filter((row) => (row.tags as string[] | null)?.includes(tag));
const idsOf = (found: Awaited<ReturnType<typeof rows>>) => found.map(({ id }) => id).sort();

/** Returns the entities with the tags of the release before. */
const untaken = () =>
  rows('portico-deployment-1').then(async (one) => [...one, ...(await rows('portico-deployment-2'))]);

describe('entities of a release without installation ids', () => {
  it('keep working, change without an interruption, and get the new tags; keys keep their ids', async () => {
    const { names, request, completed, configOf } = world;
    const before = idsOf(await rows('portico-deployment-1'));
    expect(before).toHaveLength(14);
    const ofKeys = idsOf(
      (await rows('portico-deployment-1')).filter(({ tags }) => (tags as string[]).some(isConsumerTag)),
    );
    const inQuery = `/payments-dev/x?apikey=${keys.limited}`;
    // In force at each of the gateway's workers: which one answers is chance.
    const calls = () =>
      Promise.all(Array.from({ length: 20 }, () => [world.call(inQuery), orders(keys.orders)]).flat());
    await vi.waitFor(async () => expect(new Set(await calls())).toEqual(new Set([200])), 20_000);
    const seen = await whileCalling(async () => {
      await completed(await request.deploy(1, configOf('payments', { ratePerMinute: 601 })));
      await completed(
        await request.changeConsumer(1, { rateLimit: { window: 'minute', calls: 100_000, policy: 'local' } }),
      );
      await completed(await request.deploy(2, configOf('orders', { authentication: 'both', ratePerMinute: 100_000 })));
    });
    expect(seen).toEqual({ keyed: [200], open: [401] });
    // This release turns it off, unless the form turns it on.
    expect(await world.call(inQuery)).toBe(401);
    expect(
      (await rows('portico-deployment-1')).every(({ tags }) => (tags as string[]).includes('portico-consumer-2')),
    ).toBe(true);

    await completed(await request.endPrevious(2));
    expect([await payments(keys.before), await payments(keys.next)]).toEqual([401, 200]);
    await completed(await request.changeConsumer(3, { nickname: 'the same' }));
    expect(await untaken()).toEqual([]);
    const after = idsOf(await rows(names.nameFor('deployment', 1)));
    expect(ofKeys.filter((id) => !after.includes(id))).toEqual([names.credentialId('key-auth', 2, 1)]);
  });

  it('allow new deployments and keys beside them, with the installation in their ids', async () => {
    const { names, request, completed } = world;
    const { id } = await world.deployed('stock');
    await completed(await request.addConsumer(world.nextId(), id, 'stock-key-0123456789'));
    const added = world.nextId();
    await completed(await request.addConsumer(added, 1, 'payments-key-new-0123456789'));
    expect(await world.call('/stock-dev/x', { apikey: 'stock-key-0123456789' })).toBe(200);
    expect([await payments('payments-key-new-0123456789'), await payments('stock-key-0123456789')]).toEqual([200, 403]);
    expect((await world.dump()).acls?.map(({ group }) => group).sort()).toEqual(
      [names.group(id), ...Array(3).fill('portico-deployment-1'), 'portico-deployment-2'].sort(),
    );
    await completed(await request.removeConsumer(added));
    await completed(await request.undeploy(id));
    expect(await rows(names.nameFor('deployment', id))).toEqual([]);
  });

  it('can be removed completely', async () => {
    const { request, completed } = world;
    await completed(await request.removeConsumer(1));
    expect([await payments(keys.limited), await payments(keys.next)]).toEqual([401, 200]);
    await completed(await request.undeploy(1));
    await completed(await request.undeploy(2));
    expect(Object.values(await world.dump()).flat()).toEqual([]);
    expect(await world.history('consumer', 2)).toContain('ConsumerRemoved');
  });

  it('can be removed completely by the first operation of the new release', async () => {
    const fresh = await startWorkedWorld({}, undefined, { past: oldRelease() });
    try {
      await fresh.completed(await fresh.request.removeConsumer(1));
      expect(await fresh.call('/payments-dev/x', { apikey: keys.limited })).toBe(401);
      await fresh.completed(await fresh.request.undeploy(2));
      await fresh.completed(await fresh.request.undeploy(1));
      expect(Object.values(await fresh.dump()).flat()).toEqual([]);
    } finally {
      await fresh.close();
    }
  });

  it('belong to the installation with their telemetry key, and are foreign to another one with the same numbers', async () => {
    const owner = await startWorkerWorld(undefined, { past: oldRelease() });
    const other = await startWorkedWorld({}, undefined, {
      start: sharing(owner.gateway),
      past: oldRelease({ telemetryKey: 'telemetry-of-the-other', onGateway: false }),
    });
    try {
      const actual = await owner.dump();
      const ended = await other.ended(await other.request.deploy(1, other.configOf('elsewhere')));
      expect(ended.data).toMatchObject({
        class: 'permanent',
        problems: expect.arrayContaining([expect.objectContaining({ code: 'gateway.foreign-object' })]),
      });
      await other.completed(await other.request.removeConsumer(3));
      await other.completed(await other.request.undeploy(1));
      const { services, close } = await openServices(other.workerOptions);
      expect(await reconcileGateway(services, 1, 'look', new Date())).toEqual([]);
      await close();
      expect(await owner.dump()).toEqual(actual);
    } finally {
      await other.close();
      await owner.close();
    }
  });
});
