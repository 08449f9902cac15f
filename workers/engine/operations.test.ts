import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorldOnAnyKong();
});
afterAll(() => world?.close());

describe('operations on a gateway', () => {
  it('deploys, adds a key, removes it, undeploys', async () => {
    const { id, operationId } = await world.deployed('payments', { authentication: 'both', ratePerMinute: 100 });
    expect(await world.history('deployment', id)).toEqual(['DeploymentRequested', 'DeploymentApplied']);
    expect(await world.call('/payments-dev/x')).toBe(401);

    const consumerId = world.nextId();
    const added = await world.request.addConsumer(consumerId, id, 'key-0123456789');
    await world.completed(added);
    expect(await world.call('/payments-dev/x', { apikey: 'key-0123456789' })).toBe(200);
    expect(await world.call('/payments-dev/x', { apikey: 'wrong' })).toBe(401);

    const removed = await world.request.removeConsumer(consumerId);
    await world.completed(removed);
    expect(await world.call('/payments-dev/x', { apikey: 'key-0123456789' })).toBe(401);
    expect(await world.history('consumer', consumerId)).toEqual([
      'ConsumerRequested',
      'ConsumerApplied',
      'ConsumerRemovalRequested',
      'ConsumerRemoved',
    ]);

    const steps = (await world.operationEvents(operationId))
      .filter(({ type }) => type === 'OperationStepApplied')
      .map(({ data }) => (data as { step: string }).step);
    expect(steps).toEqual([
      'put service',
      'put anonymous consumer',
      'put plugin request-termination',
      'put plugin response-transformer',
      'put plugin key-auth',
      'put plugin oauth2',
      'put plugin acl',
      'put plugin rate-limiting',
      'put plugin http-log',
      'close route',
      'wait-for-protection',
      'protection-in-force',
      'probe',
      'probe',
      'put route',
      'wait-for-change',
      'change-in-force',
      'probe',
      'probe',
      'read back',
    ]);

    const gone = await world.request.undeploy(id);
    await world.completed(gone);
    expect(await world.call('/payments-dev/x')).toBe(404);
    expect(Object.values(await world.dump()).flat()).toEqual([]);
    expect(await world.history('deployment', id)).toEqual([
      'DeploymentRequested',
      'DeploymentApplied',
      'UndeploymentRequested',
      'DeploymentRemoved',
    ]);
  });

  it('undeploys with all keys (C4)', async () => {
    const { id } = await world.deployed('orders');
    const keys = [world.nextId(), world.nextId()];
    for (const consumerId of keys) await world.completed(await world.request.addConsumer(consumerId, id));
    expect((await world.dump()).consumers?.map((consumer) => consumer.id).sort()).toEqual(
      keys.map(world.names.consumerId).sort(),
    );
    await world.completed(await world.request.undeploy(id));
    expect(Object.values(await world.dump()).flat()).toEqual([]);
  });

  it('changes a deployment: name, authentication, limit', async () => {
    const { id } = await world.deployed('stock', { ratePerMinute: 5 });
    const config = world.configOf('stores', { authentication: 'oauth2' });
    const operationId = await world.request.deploy(id, config);
    await world.completed(operationId);
    const { services, plugins } = await world.dump();
    const name = world.at('/stores-dev').slice(1);
    expect(services?.find((service) => service.id === world.names.serviceId(id, 2))).toMatchObject({
      name: `${name}.2`,
      tags: expect.arrayContaining([name]),
    });
    // People see the names that they chose.
    const [planned] = (await world.operationEvents(operationId)).filter(({ type }) => type === 'OperationPlanned');
    expect(planned?.data).toMatchObject({
      plan: {
        changes: expect.arrayContaining([expect.objectContaining({ action: 'change', object: 'service', name })]),
      },
    });
    expect(JSON.stringify(planned)).not.toContain(`${name}.`);
    // The last plugin is the canary's.
    expect(plugins?.map((plugin) => plugin.name).sort()).toEqual(['acl', 'http-log', 'oauth2', 'request-termination']);
    expect(await world.call('/stock-dev')).toBe(404);
    expect(await world.call('/stores-dev')).toBe(401);
    await world.ended(await world.request.undeploy(id));
  });

  it('records its plan before it changes anything, without secrets', async () => {
    const { id, operationId } = await world.deployed('planned', { ratePerMinute: 30 });
    const plans = async (operation: string) =>
      (await world.operationEvents(operation)).filter(({ type }) => type === 'OperationPlanned');
    const first = await plans(operationId);
    expect(first).toHaveLength(1);
    expect(first[0]?.data).toMatchObject({
      plan: {
        changes: expect.arrayContaining([
          expect.objectContaining({ action: 'add', object: 'service', name: world.at('/planned-dev').slice(1) }),
          expect.objectContaining({ action: 'add', object: 'plugin rate-limiting' }),
        ]),
        more: 0,
      },
    });
    const types = (await world.operationEvents(operationId)).map(({ type }) => type);
    expect(types.indexOf('OperationPlanned')).toBeLessThan(types.indexOf('OperationStepApplied'));

    const changed = await world.request.deploy(id, world.configOf('planned', { ratePerMinute: 31 }));
    await world.completed(changed);
    expect((await plans(changed))[0]?.data).toMatchObject({
      plan: {
        changes: [
          {
            action: 'change',
            object: 'plugin rate-limiting',
            fields: [{ field: 'config.minute', removed: ['30'], added: ['31'] }],
          },
        ],
      },
    });

    const apikey = 'key-that-no-plan-shows-1';
    const added = await world.request.addConsumer(world.nextId(), id, apikey);
    await world.completed(added);
    expect(await plans(added)).toHaveLength(1);
    expect(JSON.stringify(await world.operationEvents(added))).not.toContain(apikey);
  });

  it('keeps the calls of each attempt, beside its events and without a secret', async () => {
    const apikey = 'key-that-no-call-shows-1';
    const { id, operationId } = await world.deployed('noted');
    const added = await world.request.addConsumer(world.nextId(), id, apikey);
    await world.completed(added);
    type Kept = { attempt: number; calls: { call: string; status: number; took: number }[]; left_out: number };
    const callsOf = async (operation: string) =>
      (
        await world.pool.query<Kept>(
          'select attempt, calls, left_out from operation_calls where operation_id = $1 order by attempt',
          [operation],
        )
      ).rows;
    const attempts = async (operation: string) =>
      (await world.operationEvents(operation)).filter(({ type }) => type === 'OperationStarted').length;
    for (const operation of [operationId, added]) {
      const kept = await callsOf(operation);
      expect(kept.length).toBeGreaterThan(0);
      // Attempts that waited for something else asked no gateway.
      expect(kept.length).toBeLessThanOrEqual(await attempts(operation));
      const calls = kept.flatMap((each) => each.calls);
      expect(calls.some(({ call, status }) => /^PUT \/\w+/.test(call) && [200, 201].includes(status))).toBe(true);
      expect(calls.some(({ call, status }) => call.startsWith('GET /') && status === 200)).toBe(true);
      expect(calls.filter(({ took }) => !(took >= 0))).toEqual([]);
      expect(JSON.stringify(kept)).not.toMatch(/key-that-no-call-shows|\?|http:/);
    }
    expect((await callsOf(added)).at(-1)?.calls.map(({ call }) => call.replace(/[0-9a-f-]{36}/g, '*'))).toContain(
      'PUT /consumers/*/key-auth/*',
    );
  });
});
