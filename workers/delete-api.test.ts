import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { quick } from '#test/quick-worker.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/worker-world.ts';
import { startWorker, type Worker } from './start-worker.ts';

let world: WorkerWorld;
let worker: Worker | undefined;

beforeAll(async () => {
  world = await startWorkerWorld();
  worker = await startWorker(world.workerOptions);
});
afterAll(async () => {
  await worker?.stop();
  await world.close();
});

const published = async () => {
  const apiId = world.nextId();
  await world.request.publish(apiId);
  return apiId;
};
const deployed = async (apiId: number, name: string) => {
  const id = world.nextId();
  const operationId = await world.request.deploy(id, world.configOf(name), apiId);
  expect((await world.ended(operationId)).type).toBe('OperationCompleted');
  return { id, operationId };
};

describe('deleting an API', () => {
  it('takes every deployment off its gateway, with its keys, and then the API is gone', async () => {
    const before = await world.dump();
    const apiId = await published();
    const [one, other] = [await deployed(apiId, 'going-one'), await deployed(apiId, 'going-other')];
    const consumerId = world.nextId();
    await world.ended(await world.request.addConsumer(consumerId, one.id, 'key-of-going'));
    expect(await world.call('/going-one-dev/x', { apikey: 'key-of-going' })).toBe(200);

    expect((await world.ended(await world.request.deleteApi(apiId))).type).toBe('OperationCompleted');
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

  it('an API without deployments is gone at once', async () => {
    const apiId = await published();
    expect((await world.ended(await world.request.deleteApi(apiId))).type).toBe('OperationCompleted');
    expect((await world.history('api', apiId)).at(-1)).toBe('ApiDeleted');
  });

  it('brings nothing back: a deployment that is asked for too late goes, a replay of an older one does nothing', async () => {
    const before = await world.dump();
    const apiId = await published();
    const earlier = await deployed(apiId, 'earlier');
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

  it('waits for a gateway that is away, and goes on by itself', async () => {
    const apiId = await published();
    await deployed(apiId, 'away');
    // The removal of the deployment outlasts what the deletion looks on for.
    await worker?.stop();
    worker = await startWorker({ ...world.workerOptions, backOff: { ...quick.backOff, attempts: 1_000 } });
    await world.gatewayDown();
    const operationId = await world.request.deleteApi(apiId);
    await vi.waitFor(
      async () =>
        expect((await world.operationEvents(operationId)).map(({ type }) => type)).toContain('OperationDelayed'),
      20_000,
    );
    expect(await world.history('api', apiId)).not.toContain('ApiDeleted');
    await world.gatewayUp();
    expect((await world.ended(operationId)).type).toBe('OperationCompleted');
    expect(await world.history('api', apiId)).toContain('ApiDeleted');
    expect(await world.call('/away-dev/x')).toBe(404);
  });
});
