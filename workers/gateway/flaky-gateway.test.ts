import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, sometimes, startFaultProxy } from '#test/servers/fault-proxy.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { defaultBackOff } from '../engine/back-off.ts';
import { defaultGatewayTiming } from './services.ts';

/** The real pauses between attempts and calls: what people wait for. */
const patient = { backOff: defaultBackOff, timing: defaultGatewayTiming };

let world: WorkedWorld;
let faults: Awaited<ReturnType<typeof startFaultProxy>>;

beforeAll(async () => {
  world = await startWorkedWorld(patient, async (adminUrl) => {
    faults = await startFaultProxy(adminUrl);
    return faults.url;
  });
});
afterAll(async () => {
  await world?.close();
  await faults?.close();
});

const delaysOf = async (operationId: string) =>
  (await world.operationEvents(operationId)).filter(({ type }) => type === 'OperationDelayed');

/** The most units for one change: 15 s on an idle machine. Without faults, each takes less than 4 s there. */
const limit = 375;

const inTime = async (operationId: string): Promise<void> => {
  expect((await world.ended(operationId, limit)).type).toBe('OperationCompleted');
};

const ways: readonly (readonly [string, Fault])[] = [
  ['answers 500 before it does anything', { when: 'before', how: 500 }],
  ['answers 500 although it did it', { when: 'after', how: 500 }],
  ['loses its answers', { when: 'after', how: 'reset' }],
  ['cuts its answers', { when: 'after', how: 'half' }],
];

describe('a gateway whose Admin API fails in 30 of 100 calls, reads and writes (J2, J3)', () => {
  it.each(ways)(
    '%s: a deployment, a change, a key and the removals are completed in time',
    async (what, fault) => {
      const foreign = await world.dump();
      faults.restart(sometimes(0.3, fault), { reads: true });
      const id = world.nextId();
      const name = `flaky-${id}`;
      await inTime(await world.request.deploy(id, world.configOf(name)));
      expect(await world.call(`/${name}-dev`), what).toBe(401);
      await inTime(await world.request.deploy(id, world.configOf(name, { ratePerMinute: 10 })));
      const consumerId = world.nextId();
      await inTime(await world.request.addConsumer(consumerId, id));
      await inTime(await world.request.removeConsumer(consumerId));
      await inTime(await world.request.undeploy(id));
      faults.restart();
      expect(await world.dump()).toEqual(foreign);
    },
    120_000,
  );
});

describe('a slow gateway', () => {
  it('that answers each call after 3 s is waited for, in one attempt', async () => {
    const foreign = await world.dump();
    const { id } = await world.deployed('slow');
    faults.restart(() => ({ late: 3_000 }), { reads: true });
    const operationId = await world.request.undeploy(id);
    expect((await world.ended(operationId, 3_000)).type).toBe('OperationCompleted');
    expect(await delaysOf(operationId)).toEqual([]);
    faults.restart();
    expect(await world.dump()).toEqual(foreign);
  }, 150_000);
});
