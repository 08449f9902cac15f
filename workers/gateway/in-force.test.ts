import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSandboxGateway } from '#test/world/gateway-under-test.ts';
import { quick } from '#test/world/quick-worker.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

const stepsOf = async (world: WorkedWorld, operationId: string) =>
  (await world.operationEvents(operationId)).flatMap(({ type, data }) =>
    type === 'OperationStepApplied' ? [(data as { step: string }).step] : [],
  );

describe('a gateway that applies nothing until something else is written', () => {
  let world: WorkedWorld;
  beforeAll(async () => {
    const start = () => startSandboxGateway({ frequency: 0.1, workers: 2, stuck: true });
    const timing = { ...quick.timing, call: 1_500, live: 300 };
    world = await startWorkedWorld({ timing }, undefined, { start });
  });
  afterAll(() => world?.close());

  it('gets the canary a second time, and a step records that', async () => {
    // The gateway misses every other change, and which one depends on its timers. So the test tries until one is
    // missed.
    let again: readonly string[] = [];
    for (let tries = 1; tries <= 12 && again.length === 0; tries += 1) {
      const { operationId } = await world.deployed(`stuck-${tries}`);
      again = (await stepsOf(world, operationId)).filter((step) => step.endsWith('-again'));
      expect(await world.call(`/stuck-${tries}-dev`)).toBe(401);
    }
    expect(again).not.toEqual([]);
  }, 120_000);
});

describe("plugins for all calls, of the gateway's owner", () => {
  let world: WorkedWorld;
  beforeAll(async () => {
    // Long, so that nothing ends by this wait.
    world = await startWorkedWorld({ timing: { ...quick.timing, live: 100_000 } });
    await world.admin('POST', '/plugins', { name: 'correlation-id' });
  });
  afterAll(() => world?.close());

  it.each([
    ['key-auth', {}],
    ['ip-restriction', { deny: ['127.0.0.1'] }],
  ])('%s hides the canary: the first look finds it, and the step names it', async (name, config) => {
    const { id } = (await world.admin('POST', '/plugins', { name, config })) as { id: string };
    const { operationId } = await world.deployed(`under-${name}`);
    const steps = await stepsOf(world, operationId);
    expect(steps.filter((step) => /hidden|not-seen|again/.test(step))).toEqual([
      `protection-hidden-by ${name}`,
      `change-hidden-by ${name}`,
    ]);
    await world.admin('DELETE', `/plugins/${id}`);
  });

  it('are named when they refuse what the deployment should refuse itself', async () => {
    // Kong asks this plugin before it asks for a key.
    const config = { deny: ['portico-probe'] };
    const { id } = (await world.admin('POST', '/plugins', { name: 'bot-detection', config })) as { id: string };
    const before = await world.dump();
    const path = '/under-all-dev';
    expect(await world.ended(await world.request.deploy(world.nextId(), world.configOf('under-all')))).toMatchObject({
      type: 'OperationFailed',
      data: { problems: [{ code: 'gateway.global-plugins', parameters: { path, plugins: 'bot-detection' } }] },
    });
    expect(await world.dump()).toEqual(before);
    await world.admin('DELETE', `/plugins/${id}`);
  });
});

describe("somebody else's routes", () => {
  let world: WorkedWorld;
  beforeAll(async () => {
    world = await startWorkedWorld();
    await world.admin('PUT', '/services/foreign', { url: world.echoUrl });
  });
  afterAll(() => world?.close());

  it('are found at the same path before anything is written', async () => {
    await world.admin('PUT', '/services/foreign/routes/theirs', { paths: ['/shared-dev'] });
    const before = await world.dump();
    const ended = await world.ended(await world.request.deploy(world.nextId(), world.configOf('shared')));
    expect(ended).toMatchObject({
      type: 'OperationFailed',
      data: { problems: [{ code: 'gateway.path-taken', field: 'contextPath', parameters: { route: 'theirs' } }] },
    });
    expect(await world.dump()).toEqual(before);
    await world.admin('DELETE', '/routes/theirs');
  });

  it('raise an alarm when they take the calls later, because the deployment does not refuse them itself', async () => {
    const before = await world.dump();
    const operationId = await world.request.deploy(world.nextId(), world.configOf('open'));
    await vi.waitFor(async () => expect(await stepsOf(world, operationId)).toContain('wait-for-protection'), 10_000);
    await world.admin('PUT', '/services/foreign/routes/theirs', { paths: ['~/open-dev'], regex_priority: 10 });
    expect(await world.ended(operationId)).toMatchObject({
      type: 'OperationFailed',
      data: { problems: [{ code: 'gateway.open', field: 'contextPath' }] },
    });
    await world.admin('DELETE', '/routes/theirs');
    expect(await world.dump()).toEqual(before);
  });

  it('are found at a service of ours before anything but its credentials is removed', async () => {
    const { id } = await world.deployed('borrowed');
    const changed = world.configOf('borrowed', { upstreamUrl: `${world.echoUrl}/other`, refusesBots: true });
    await world.completed(await world.request.deploy(id, changed));
    const key = 'key-of-a-caller-who-loses-access';
    await world.completed(await world.request.addConsumer(world.nextId(), id, key));
    expect(await world.call('/borrowed-dev', { apikey: key })).toBe(200);
    await world.admin('PUT', `/services/${world.names.serviceId(id, 2)}/routes/borrowing`, { paths: ['/borrowing'] });
    const { routes } = await world.dump();
    const operationId = await world.request.undeploy(id);
    await world.reached('operation', operationId, 'OperationDelayed');
    expect(await world.call('/borrowed-dev', { apikey: key })).toBe(401);
    expect((await world.operationEvents(operationId)).at(-1)?.data).toMatchObject({
      problem: { code: 'gateway.foreign-route', parameters: { route: 'borrowing' } },
    });
    expect((await world.dump()).routes).toEqual(routes);
    await world.admin('DELETE', '/routes/borrowing');
    await world.completed(operationId);
    expect(await world.call('/borrowed-dev')).toBe(404);
  });

  it.each([
    ['route', 'routes/lent', { paths: ['/lent'] }, 'route lent'],
    ['plugin', 'plugins/lent', { name: 'cors' }, 'plugin cors'],
  ])(
    'refuse a change that would take their %s along, and allow one that leaves it',
    async (what, path, body, object) => {
      const name = `lending-${what}`;
      const { id } = await world.deployed(name);
      await world.admin('PUT', `/services/${world.names.serviceId(id)}/${path}`, body);
      const before = await world.dump();
      const change = { upstreamUrl: `${world.echoUrl}/other`, refusesBots: true };
      const whole = await world.ended(await world.request.deploy(id, world.configOf(name, change)));
      expect(whole).toMatchObject({
        type: 'OperationFailed',
        data: { problems: [{ code: 'gateway.foreign-part', parameters: { object } }] },
      });
      expect(await world.dump()).toEqual(before);
      await world.completed(await world.request.deploy(id, world.configOf(name, { refusesBots: true })));
      await world.admin('DELETE', `/${path.split('/')[0]}/lent`);
      await world.completed(await world.request.deploy(id, world.configOf(name, change)));
    },
  );
});
