import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { canaryOf } from '#gateway/change/canary.ts';
import { planDeployment } from '#gateway/plan/plan.ts';
import { type Fault, startFaultProxy } from '#test/servers/fault-proxy.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;
let world: WorkedWorld;
let faults: FaultProxy;

beforeAll(async () => {
  world = await startWorkedWorld({}, async (adminUrl) => {
    faults = await startFaultProxy(adminUrl);
    return faults.url;
  });
  // Entities of somebody else: a service with a route, and one that only looks like Portico's (J5).
  await world.admin('PUT', '/services/payments-legacy', { host: 'legacy.example' });
  await world.admin('PUT', '/services/payments-legacy/routes/payments-legacy', { paths: ['/legacy'] });
  await world.admin('PUT', '/consumers/somebody', { tags: ['portico-deployment-1', 'portico-consumer-1'] });
});
afterAll(async () => {
  await world?.close();
  await faults?.close();
});

const last = async (operationId: string) => (await world.operationEvents(operationId)).at(-1);
const idsOf = (dump: Awaited<ReturnType<WorkedWorld['dump']>>) =>
  Object.values(dump)
    .flat()
    .map((row) => row.id)
    .sort();

describe('one call of many fails (J2, J4)', () => {
  const expected = (deploymentId: number, name: string) => {
    const { route, plugin } = canaryOf(world.names, deploymentId, '');
    const { entities: planned } = planDeployment({
      names: world.names,
      generation: 1,
      deploymentId,
      config: world.configOf(name),
      operations: undefined,
      httpLogEndpoint: 'http://127.0.0.1:9/ingest',
      telemetryKey: '',
    });
    return [...planned, route, plugin].map(({ id }) => id);
  };

  const ways: readonly Fault[] = [
    { when: 'before', how: 503 },
    { when: 'after', how: 500 },
    { when: 'before', how: 'reset' },
    { when: 'after', how: 'reset' },
    { when: 'after', how: 'half' },
  ];

  it.each(ways)(
    'a retryable fault $when, $how, at each call in turn: makes each entity once',
    async (fault) => {
      const foreign = await world.dump();
      for (let k = 0; k < 5; k += 1) {
        const id = world.nextId();
        const name = `retry-${id}`;
        faults.restart((write) => (write === k ? fault : undefined));
        const operationId = await world.request.deploy(id, world.configOf(name));
        expect((await world.ended(operationId)).type, `call ${k}`).toBe('OperationCompleted');
        expect(idsOf(await world.dump())).toEqual([...idsOf(foreign), ...expected(id, name)].sort());
        // The call is repeated within the attempt.
        const delays = (await world.operationEvents(operationId)).filter(({ type }) => type === 'OperationDelayed');
        expect(delays).toEqual([]);
        faults.restart((write) => (write === k ? fault : undefined));
        expect((await world.ended(await world.request.undeploy(id))).type).toBe('OperationCompleted');
        expect(await world.dump()).toEqual(foreign);
      }
    },
    120_000,
  );

  it.each([
    { when: 'before', how: 400 },
    { when: 'after', how: 409 },
  ] as const)('a permanent fault $when, $how, at each call in turn: leaves nothing behind', async (fault) => {
    const foreign = await world.dump();
    for (let k = 0; k < 5; k += 1) {
      const id = world.nextId();
      faults.restart((write) => (write === k ? fault : undefined));
      const operationId = await world.request.deploy(id, world.configOf(`permanent-${id}`));
      expect(await world.ended(operationId)).toMatchObject({ type: 'OperationFailed', data: { class: 'permanent' } });
      expect(await world.dump()).toEqual(foreign);
      expect(await world.history('deployment', id)).toEqual(['DeploymentRequested', 'DeploymentFailed']);
    }
    faults.restart();
  });

  it('restores a changed deployment', async () => {
    faults.restart();
    const id = world.nextId();
    await world.ended(await world.request.deploy(id, world.configOf('before', { ratePerMinute: 10 })));
    const before = await world.dump();
    // The gateway refuses the third write of the change, but not the writes that undo it.
    faults.restart((write) => (write === 2 ? { when: 'before', how: 400 } : undefined));
    const operationId = await world.request.deploy(id, world.configOf('after', { authentication: 'both' }));
    expect((await world.ended(operationId)).type).toBe('OperationFailed');
    expect(await world.dump()).toEqual(before);
    expect(await world.history('deployment', id)).toEqual([
      'DeploymentRequested',
      'DeploymentApplied',
      'DeploymentRequested',
      'DeploymentFailed',
    ]);
    faults.restart();
    await world.request.replay(operationId);
    await vi.waitFor(async () => expect((await last(operationId))?.type).toBe('OperationCompleted'), {
      timeout: 30_000,
    });
    expect(await world.call('/after-dev')).toBe(401);
    await world.ended(await world.request.undeploy(id));
  });

  it('an operation fails after 8 responses that no gateway sends, and a replay completes it (H3)', async () => {
    const foreign = await world.dump();
    const id = world.nextId();
    faults.restart((_write, { method }) => (method === 'PUT' ? { when: 'before', how: 'half' } : undefined));
    const operationId = await world.request.deploy(id, world.configOf('stubborn'));
    expect(await world.ended(operationId)).toMatchObject({
      type: 'OperationFailed',
      data: { class: 'exhausted', attempt: 8, problems: [{ code: 'gateway.unexpected-answer' }] },
    });
    expect(await world.dump()).toEqual(foreign);
    faults.restart();
    await world.request.replay(operationId);
    await vi.waitFor(async () => expect((await last(operationId))?.type).toBe('OperationCompleted'), {
      timeout: 30_000,
    });
    expect(await world.history('deployment', id)).toEqual([
      'DeploymentRequested',
      'DeploymentFailed',
      'DeploymentApplied',
    ]);
    await world.ended(await world.request.undeploy(id));
    expect(await world.dump()).toEqual(foreign);
  });

  it("an operation waits as long as needed for a gateway that can't carry out this call now but responds to others", async () => {
    const foreign = await world.dump();
    const id = world.nextId();
    faults.restart((_write, { method }) => (method === 'PUT' ? { when: 'before', how: 500 } : undefined));
    const operationId = await world.request.deploy(id, world.configOf('overloaded'));
    await vi.waitFor(async () => expect(await last(operationId)).toMatchObject({ data: { attempt: 12 } }), {
      timeout: 20_000,
    });
    expect((await last(operationId))?.type).not.toBe('OperationFailed');
    faults.restart();
    expect((await world.ended(operationId)).type).toBe('OperationCompleted');
    await world.ended(await world.request.undeploy(id));
    expect(await world.dump()).toEqual(foreign);
  });

  it('a removal is never given up, whatever the gateway responds (C4)', async () => {
    const foreign = await world.dump();
    const { id } = await world.deployed('reluctant');
    faults.restart((_write, { method }) => (method === 'DELETE' ? { when: 'before', how: 400 } : undefined));
    const operationId = await world.request.undeploy(id);
    await vi.waitFor(async () => expect(await last(operationId)).toMatchObject({ data: { attempt: 12 } }), {
      timeout: 20_000,
    });
    const delays = (await world.operationEvents(operationId)).filter(({ type }) => type === 'OperationDelayed');
    expect(delays[0]?.data).toMatchObject({ class: 'retry', problem: { code: 'gateway.refused' } });
    faults.restart();
    expect((await world.ended(operationId)).type).toBe('OperationCompleted');
    expect(await world.dump()).toEqual(foreign);
  });
});

describe("entities that are not Portico's (J5)", () => {
  it("fails at the form's field for a taken name, and changes nothing", async () => {
    const foreign = await world.dump();
    const id = world.nextId();
    const config = world.configOf('payments-legacy', { environment: 'PROD', contextPath: 'other' });
    const ended = await world.ended(await world.request.deploy(id, config));
    expect(ended.data).toMatchObject({ class: 'permanent', problems: [{ code: 'gateway.name-taken', field: 'name' }] });
    expect(await world.dump()).toEqual(foreign);
  });

  it("does not change an entity with Portico's id but without its tag", async () => {
    const id = world.nextId();
    const { entities } = planDeployment({
      names: world.names,
      generation: 1,
      deploymentId: id,
      config: world.configOf('claimed'),
      operations: undefined,
      httpLogEndpoint: '',
      telemetryKey: '',
    });
    const service = entities.find(({ kind }) => kind === 'service');
    await world.admin('PUT', `/services/${service?.id}`, { name: 'claimed', host: 'claimed.example' });
    const foreign = await world.dump();
    const ended = await world.ended(await world.request.deploy(id, world.configOf('claimed')));
    expect(ended.data).toMatchObject({ problems: [{ code: 'gateway.foreign-object' }] });
    expect(await world.dump()).toEqual(foreign);
    await world.admin('DELETE', `/services/${service?.id}`);
  });
});

describe('the gateway is away', () => {
  it('operations wait with a clear code, complete by themselves, and do nothing twice', async () => {
    const id = world.nextId();
    await world.gatewayDown();
    const operationId = await world.request.deploy(id, world.configOf('patient'));
    await vi.waitFor(
      async () =>
        expect(await last(operationId)).toMatchObject({
          type: 'OperationDelayed',
          data: { class: 'away', problem: { code: 'gateway.unreachable' } },
        }),
      { timeout: 30_000 },
    );
    await world.gatewayUp();
    expect((await world.ended(operationId)).type).toBe('OperationCompleted');
    await world.ended(await world.request.undeploy(id));
  });

  it('operations wait for a gateway that refuses Portico, until a replay (J3)', async () => {
    const id = world.nextId();
    faults.restart(() => ({ when: 'before', how: 403 }));
    const operationId = await world.request.deploy(id, world.configOf('refused'));
    const waiting = async () =>
      (await world.operationEvents(operationId)).filter(({ type }) => type === 'OperationDelayed');
    await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThan(8), { timeout: 30_000 });
    expect(
      new Set((await waiting()).map(({ data }) => (data as { class: string; problem: { code: string } }).problem.code)),
    ).toEqual(new Set(['gateway.refuses-portico']));
    faults.restart();
    await world.request.replay(operationId).catch(() => undefined);
    expect((await world.ended(operationId)).type).toBe('OperationCompleted');
    await world.ended(await world.request.undeploy(id));
  });
});

describe('a call that the gateway can never carry out, although it responds to all others', () => {
  it('lets the operation fail in the end, and leaves nothing behind', async () => {
    const before = await world.dump();
    const id = world.nextId();
    const route = `/routes/${world.names.entityId('deployment', id, 'route')}`;
    faults.restart((_write, { path }) => (path === route ? { when: 'before', how: 500 } : undefined));
    const operationId = await world.request.deploy(id, world.configOf('never'));
    const ended = await world.ended(operationId, 1_500);
    faults.restart();
    expect(ended).toMatchObject({
      type: 'OperationFailed',
      data: { class: 'exhausted', problems: [{ code: 'gateway.busy', parameters: { status: 500 } }] },
    });
    // It was tried for longer than an operation that fails by itself.
    const { attempts } = world.workerOptions.backOff;
    expect((ended.data as { attempt: number }).attempt).toBe(3 * attempts);
    expect(await world.dump()).toEqual(before);
  }, 90_000);

  it('is repeated in a removal until it succeeds', async () => {
    const { id } = await world.deployed('for-ever');
    const isRefused = (path: string) => path.startsWith('/services/');
    faults.restart((_write, { method, path }) =>
      method === 'DELETE' && isRefused(path) ? { when: 'before', how: 500 } : undefined,
    );
    const operationId = await world.request.undeploy(id);
    const begun = async () =>
      (await world.history('operation', operationId)).filter((type) => type === 'OperationStarted');
    await vi.waitFor(
      async () => expect((await begun()).length).toBeGreaterThan(3 * world.workerOptions.backOff.attempts),
      {
        timeout: 60_000,
      },
    );
    faults.restart();
    await world.completed(operationId);
  }, 90_000);
});

describe('the later request wins', () => {
  it('a key for a removed deployment fails and leaves nothing behind', async () => {
    const foreign = await world.dump();
    const id = world.nextId();
    await world.ended(await world.request.deploy(id, world.configOf('short-lived')));
    await world.ended(await world.request.undeploy(id));
    const consumerId = world.nextId();
    const ended = await world.ended(await world.request.addConsumer(consumerId, id));
    expect(ended).toMatchObject({
      type: 'OperationFailed',
      data: { class: 'permanent', problems: [{ code: 'deployment.gone' }] },
    });
    expect(await world.history('consumer', consumerId)).toEqual(['ConsumerRequested', 'ConsumerRemoved']);
    expect(await world.dump()).toEqual(foreign);
  });

  it('a removal during a waiting deployment wins, whatever is replayed later (C4, B7)', async () => {
    const foreign = await world.dump();
    const id = world.nextId();
    faults.restart((write, { method }) => (method === 'PUT' && write > 1 ? { when: 'before', how: 500 } : undefined));
    const first = await world.request.deploy(id, world.configOf('doomed'));
    await vi.waitFor(async () => expect((await last(first))?.type).toBe('OperationDelayed'), { timeout: 30_000 });
    const removal = await world.request.undeploy(id);
    faults.restart();
    expect((await world.ended(removal)).type).toBe('OperationCompleted');
    expect((await world.ended(first)).type).toBe('OperationSuperseded');
    await expect(world.request.replay(first)).rejects.toThrow('operation.not-replayable');
    expect(await world.dump()).toEqual(foreign);
    expect(await world.history('deployment', id)).toEqual([
      'DeploymentRequested',
      'UndeploymentRequested',
      'DeploymentRemoved',
    ]);
  });

  it('ten changes at once end in the last one (H4)', async () => {
    const id = world.nextId();
    const operations: string[] = [];
    for (let change = 1; change <= 10; change += 1) {
      operations.push(await world.request.deploy(id, world.configOf('busy', { ratePerMinute: change })));
    }
    const ends = await Promise.all(operations.map((operationId) => world.ended(operationId, 500)));
    expect(ends.at(-1)?.type).toBe('OperationCompleted');
    const { plugins } = await world.dump();
    expect(plugins?.find((plugin) => plugin.name === 'rate-limiting')).toMatchObject({ config: { minute: 10 } });
    await world.ended(await world.request.undeploy(id));
  });
});
