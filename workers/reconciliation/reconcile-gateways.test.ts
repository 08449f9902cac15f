import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { porticoTag } from '#gateway/names/gateway-names.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { deploymentAtGateway } from '../deployment/at-gateway.ts';
import { openServices } from '../open-services.ts';

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld({ sweep: { every: 100, gateways: 300 } });
});
afterAll(() => world?.close());

type Row = Readonly<Record<string, unknown>>;
const without = ({ consumer: _consumer, ...row }: Row) => row;
const rowsOf = async (collection: string, tag: string) =>
  ((await world.dump())[collection] ?? []).filter((row) => (row.tags as string[]).includes(tag));

/** Puts a removed key back, as a late worker or a restored gateway may do. */
const bringBack = async (consumerId: number) => {
  const [tag = ''] = world.names.listedBy('consumer', consumerId);
  const [consumers, acls, keys] = await Promise.all(
    ['consumers', 'acls', 'key-auths'].map((each) => rowsOf(each, tag)),
  );
  return async () => {
    for (const row of consumers ?? []) await world.admin('PUT', `/consumers/${row.id}`, row);
    for (const row of acls ?? [])
      await world.admin('PUT', `/consumers/${consumers?.[0]?.id}/acls/${row.id}`, without(row));
    for (const row of keys ?? [])
      await world.admin('PUT', `/consumers/${consumers?.[0]?.id}/key-auth/${row.id}`, without(row));
  };
};
const corrections = async (deploymentId: number) => {
  const { rows } = await world.pool.query<{ state: string; about: string }>(
    `select state, subject_noun || '-' || subject_id as about from operations
     where kind = 'reconcile' and place = $1 order by requested_at`,
    [`deployment-${deploymentId}`],
  );
  return rows;
};
const opens = (path: string, apikey: string) => world.call(path, { apikey });

it('C4: removes a removed key that is back on the gateway, by a visible operation', async () => {
  const { id } = await world.deployed('level');
  const consumerId = world.nextId();
  await world.completed(await world.request.addConsumer(consumerId, id, 'key-of-level'));
  const back = await bringBack(consumerId);
  await world.completed(await world.request.removeConsumer(consumerId));
  const clean = await world.dump();
  await world.stopWorker();
  await back();
  expect(await opens('/level-dev/x', 'key-of-level')).toBe(200);
  await world.startWorker();
  await vi.waitFor(async () => expect(await opens('/level-dev/x', 'key-of-level')).toBe(401), { timeout: 20_000 });
  await vi.waitFor(
    async () => expect(await corrections(id)).toEqual([{ state: 'completed', about: `consumer-${consumerId}` }]),
    { timeout: 20_000 },
  );
  expect(await world.dump()).toEqual(clean);
  await world.completed(await world.request.undeploy(id));
});

it('removes a removed deployment that is back completely, and leaves objects that are not in the log', async () => {
  const stranger = { name: 'stranger', host: 'stranger.example', tags: [porticoTag, 'portico-deployment-99999'] };
  await world.admin('PUT', '/services/stranger', stranger);
  const { id } = await world.deployed('risen');
  const { services: rows, routes } = await world.dump();
  await world.completed(await world.request.undeploy(id));
  await world.stopWorker();
  const clean = await world.dump();
  const [service] = rows?.filter(({ name }) => name === 'risen-dev') ?? [];
  const [route] = routes?.filter((row) => (row.service as { id: string } | null)?.id === service?.id) ?? [];
  await world.admin('PUT', `/services/${service?.id}`, service);
  await world.admin('PUT', `/routes/${route?.id}`, route);
  await vi.waitFor(async () => expect(await world.call('/risen-dev/x')).not.toBe(404), { timeout: 20_000 });
  await world.startWorker();
  await vi.waitFor(async () => expect(await world.dump()).toEqual(clean), { timeout: 20_000 });
  expect(await rowsOf('services', 'portico-deployment-99999')).toHaveLength(1);
  await world.admin('DELETE', '/services/stranger');
});

it('C4: removes old credentials that came back beside the new ones', async () => {
  const { id } = await world.deployed('twice');
  const consumerId = world.nextId();
  await world.completed(await world.request.addConsumer(consumerId, id, 'key-of-before'));
  const back = await bringBack(consumerId);
  await world.completed(await world.request.rotate(consumerId, 'key-of-after'));
  await world.completed(await world.request.endPrevious(consumerId));
  await world.stopWorker();
  await back();
  expect(await opens('/twice-dev/x', 'key-of-before')).toBe(200);
  await world.startWorker();
  await vi.waitFor(async () => expect(await opens('/twice-dev/x', 'key-of-before')).toBe(401), { timeout: 20_000 });
  expect(await opens('/twice-dev/x', 'key-of-after')).toBe(200);
  await world.completed(await world.request.undeploy(id));
});

/** Leaves the entities of a first deployment that failed and whose restore failed, too. */
const failedWithRest = async (name: string) => {
  const id = world.nextId();
  const operationId = await world.request.deploy(id, world.configOf(name));
  const problems = [{ code: 'gateway.not-restored' }] as const;
  await world.send(operationDecider, operationId, { type: 'StartOperation', data: { worker: 'test' } });
  await world.send(deploymentDecider, id, { type: 'FailDeployment', data: { operationId } });
  await world.send(operationDecider, operationId, {
    type: 'FailOperation',
    data: { attempt: 1, class: 'permanent', problems: [...problems] },
  });
  const tags = world.names.tags(id);
  const service = world.names.serviceId(id);
  await world.admin('PUT', `/services/${service}`, { name: `${name}-dev`, host: 'gone.example', tags });
  await world.admin('PUT', `/routes/${world.names.entityId('deployment', id, 'route')}`, {
    paths: [`/${name}-dev/`],
    service: { id: service },
    tags,
  });
  return id;
};

it('removes the remains of a first deployment that failed and could not clean up', async () => {
  await world.stopWorker();
  const clean = await world.dump();
  const id = await failedWithRest('half');
  expect(await world.dump()).not.toEqual(clean);
  await world.startWorker();
  await vi.waitFor(async () => expect(await world.dump()).toEqual(clean), { timeout: 20_000 });
  await vi.waitFor(
    async () => expect(await corrections(id)).toEqual([{ state: 'completed', about: `deployment-${id}` }]),
    {
      timeout: 20_000,
    },
  );
});

it('closes a lockdown that a former release left open to encoded slashes', async () => {
  const operations = await saveOperations(world.pool, {
    basePath: '',
    paths: [{ path: '/parts/{id}', methods: ['GET'] }],
  });
  const { id } = await world.deployed('loose', { lockdown: { revision: 1, operations } });
  await world.completed(await world.request.addConsumer(world.nextId(), id, 'key-of-loose'));
  await world.stopWorker();
  const clean = await world.dump();
  const route = clean.routes?.find(({ name }) => String(name).startsWith('loose-dev.get'));
  await world.admin('PUT', `/routes/${route?.id}`, { ...route, paths: ['~/loose-dev(?<rest>/parts/[^/]+)$'] });
  const through = () => opens('/loose-dev/parts/7%2f8', 'key-of-loose');
  await vi.waitFor(async () => expect(await through()).toBe(200), { timeout: 20_000 });
  await world.startWorker();
  await vi.waitFor(async () => expect(await through()).toBe(404), { timeout: 20_000 });
  await vi.waitFor(
    async () => expect(await corrections(id)).toEqual([{ state: 'completed', about: `deployment-${id}` }]),
    {
      timeout: 20_000,
    },
  );
  expect(await world.dump()).toEqual(clean);
  expect(await opens('/loose-dev/parts/7', 'key-of-loose')).toBe(200);
  await world.completed(await world.request.undeploy(id));
});

it("checks first whether another route has the deployment's path, and then opens nothing", async () => {
  const { id } = await world.deployed('righted');
  const routeId = world.names.entityId('deployment', id, 'route');
  const before = await world.dump();
  await world.admin('DELETE', `/routes/${routeId}`);
  await world.admin('PUT', '/services/other', { host: 'other.example' });
  await world.admin('PUT', '/services/other/routes/other', { paths: ['/righted-dev'] });
  const { services, close } = await openServices(world.workerOptions);
  await deploymentAtGateway.request(services, String(id), 'late-write', 'test/righted');
  await close();
  const delayed = await vi.waitFor(
    async () => {
      const { rows } = await world.pool.query<{ id: string }>(
        `select id from operations where kind = 'reconcile' and place = $1 and state = 'waiting'`,
        [`deployment-${id}`],
      );
      const [row] = rows;
      if (!row) throw new Error('it does not wait yet');
      return row.id;
    },
    { timeout: 20_000 },
  );
  // It tries again by itself, so its next attempt may have begun.
  const waited = (await world.operationEvents(delayed)).filter(({ type }) => type === 'OperationDelayed');
  expect(waited.at(-1)?.data).toMatchObject({
    problem: { code: 'gateway.path-taken', parameters: { route: 'other' } },
  });
  expect((await world.dump()).routes?.some((row) => row.id === routeId)).toBe(false);
  await world.admin('DELETE', '/routes/other');
  await world.admin('DELETE', '/services/other');
  await world.completed(delayed);
  expect(await world.dump()).toEqual(before);
  await world.completed(await world.request.undeploy(id));
});
