import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startFaultProxy } from '#test/servers/fault-proxy.ts';
import { quick } from '#test/world/quick-worker.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;
let faults: Awaited<ReturnType<typeof startFaultProxy>>;

/** One operation at a time: an operation that blocks its slot would stop all others. */
const timing = { ...quick.timing, live: 60_000 };
const backOff = { ...quick.backOff, attempts: 3 };

beforeAll(async () => {
  world = await startWorkedWorld({ concurrency: 1, backOff, timing }, async (adminUrl) => {
    faults = await startFaultProxy(adminUrl);
    return faults.url;
  });
});
afterAll(async () => {
  await world?.close();
  await faults?.close();
});

const published = async () => {
  const apiId = world.nextId();
  await world.request.publish(apiId);
  return apiId;
};

describe('deleting an API', () => {
  it('removes all deployments with their keys from the gateways, and then the API', async () => {
    const before = await world.dump();
    const apiId = await published();
    const [one, other] = [await world.deployed('going-one', {}, apiId), await world.deployed('going-other', {}, apiId)];
    const consumerId = world.nextId();
    await world.ended(await world.request.addConsumer(consumerId, one.id, 'key-of-going'));
    expect(await world.call('/going-one-dev/x', { apikey: 'key-of-going' })).toBe(200);

    await world.completed(await world.request.deleteApi(apiId));
    expect(await world.call('/going-one-dev/x', { apikey: 'key-of-going' })).toBe(404);
    expect(await world.call('/going-other-dev/x')).toBe(404);
    expect(await world.dump()).toEqual(before);
    expect(await world.history('api', apiId)).toEqual(['ApiPublished', 'ApiDeletionRequested', 'ApiDeleted']);
    expect((await world.history('consumer', consumerId)).at(-1)).toBe('ConsumerRemoved');
    for (const { id } of [one, other])
      expect((await world.history('deployment', id)).slice(-2)).toEqual(['UndeploymentRequested', 'DeploymentRemoved']);
    await vi.waitFor(async () => {
      const { rows } = await world.pool.query(
        'select 1 from apis where id = $1 union all select 1 from deployments where api_id = $1',
        [apiId],
      );
      expect(rows).toEqual([]);
    }, 10_000);
  });

  it('removes an API without deployments at once', async () => {
    const apiId = await published();
    await world.completed(await world.request.deleteApi(apiId));
    expect((await world.history('api', apiId)).at(-1)).toBe('ApiDeleted');
  });

  it('brings nothing back: a deployment requested too late is removed, and a replay of an older one does nothing', async () => {
    const before = await world.dump();
    const apiId = await published();
    const earlier = await world.deployed('earlier', {}, apiId);
    await world.ended(await world.request.deleteApi(apiId));

    const late = world.nextId();
    const operationId = await world.request.deploy(late, world.configOf('late'), apiId);
    expect((await world.ended(operationId)).type).toBe('OperationSuperseded');
    await vi.waitFor(
      async () => expect((await world.history('deployment', late)).at(-1)).toBe('DeploymentRemoved'),
      20_000,
    );
    await expect(world.request.replay(earlier.operationId)).rejects.toThrow('operation.not-replayable');
    expect(await world.call('/late-dev/x')).toBe(404);
    expect(await world.dump()).toEqual(before);
  });

  it('waits as long as needed for a removal that a person has to unblock, and blocks nothing else', async () => {
    const apiId = await published();
    await world.deployed('refusing', {}, apiId);
    faults.restart((_write, { method }) => (method === 'DELETE' ? { when: 'before', how: 401 } : undefined));
    const deletion = await world.request.deleteApi(apiId);
    const stepsOf = async (type: string) =>
      (await world.operationEvents(deletion)).filter((event) => event.type === type).map(({ data }) => data);
    await vi.waitFor(
      async () => expect((await stepsOf('OperationDelayed')).length).toBeGreaterThan(backOff.attempts),
      20_000,
    );
    for (const delay of await stepsOf('OperationDelayed'))
      expect(delay).toMatchObject({ class: 'waiting', problem: { code: 'api.deployments-left' } });
    await world.deployed('meanwhile', {}, await published());
    faults.restart();
    await world.completed(deletion);
    expect(await stepsOf('OperationStepApplied')).toHaveLength(1);
    expect(await world.call('/refusing-dev/x')).toBe(404);
  }, 60_000);
});
