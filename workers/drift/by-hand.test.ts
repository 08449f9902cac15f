import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DriftEvent } from '#domain/drift/drift.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import { reconcileGateway } from '../reconciliation/reconcile-gateways.ts';

/*
 * What a person may do at a gateway's Admin API, and what the next look makes of it. The looks are made by the test: those of
 * the worker come once an hour.
 */

let world: WorkedWorld;
let opened: Awaited<ReturnType<typeof openServices>>;
let deploymentId: number;
let lockedId: number;
let consumerId: number;
const key = 'key-of-kept';

beforeAll(async () => {
  world = await startWorkedWorld({ sweep: { every: 3_600_000 } });
  opened = await openServices(world.workerOptions);
  const guarded = { ratePerMinute: 500, allowedAddresses: ['127.0.0.1'], refusesBots: true, countsTogether: true };
  ({ id: deploymentId } = await world.deployed('kept', { authentication: 'both', ...guarded }));
  const operations = await saveOperations(world.pool, { basePath: '', paths: [{ path: '/a/{id}', methods: ['GET'] }] });
  ({ id: lockedId } = await world.deployed('locked', { lockdown: { revision: 1, operations } }));
  consumerId = world.nextId();
  await world.completed(await world.request.addConsumer(consumerId, deploymentId, key));
  await vi.waitFor(async () => {
    const { rows } = await world.pool.query(`select from consumers where id = $1 and state = 'active'`, [consumerId]);
    expect(rows).toHaveLength(1);
  }, 20_000);
});
afterAll(async () => {
  await opened?.close();
  await world?.close();
});

let looks = 0;
const look = async () => {
  // What is under way, and what was requested before, is read from them.
  await world.allShown();
  looks += 1;
  return await reconcileGateway(opened.services, 1, `test/${looks}`, new Date());
};

type Row = Readonly<Record<string, unknown>> & Readonly<{ id: string; name?: string }>;
const rowsOf = async (collection: string, id: number): Promise<Row[]> => {
  const tags = [...world.names.listedBy('deployment', id)];
  const rows = ((await world.dump())[collection] ?? []) as Row[];
  return rows.filter((row) => (row.tags as string[] | undefined)?.some((tag) => tags.includes(tag)));
};
const pluginOf = async (id: number, name: string, is: (row: Row) => boolean = () => true): Promise<Row> => {
  const found = (await rowsOf('plugins', id)).find((row) => row.name === name && is(row));
  if (!found) throw new Error(`${name} is not there`);
  return found;
};
/** All that the gateway holds. It makes up a provision key for each oauth2 plugin that is made. */
const held = async () =>
  JSON.parse(JSON.stringify(await world.dump()).replaceAll(/"provision_key":"\w+"/g, '"provision_key":""')) as unknown;
const remove = (path: string) => world.admin('DELETE', path);
const openRoutes = async (id: number) =>
  (await rowsOf('routes', id)).filter((row) => !String(row.name).includes('canary'));
const changed = async (id: number, name: string, change: object) => {
  const { id: plugin, ...row } = await pluginOf(id, name);
  await world.admin('PUT', `/plugins/${plugin}`, { ...row, ...change });
};
const events = async (id: number) => (await world.store.read(`drift-${id}`)) as readonly DriftEvent[];
const lastOf = async (id: number) => (await events(id)).at(-1);

type ByHand = Readonly<{
  what: string;
  at: () => number;
  change: () => Promise<unknown>;
  object: object;
  keys?: boolean;
}>;
const missing = (label: string) => ({ label, found: 'missing' });
const plugin = (name: string, at = () => deploymentId): ByHand => ({
  what: `${name} is deleted`,
  at,
  change: async () => remove(`/plugins/${(await pluginOf(at(), name, (row) => !isOfKey(row) && !isCanary(row))).id}`),
  object: missing(`plugin ${name}`),
});
const isCanary = ({ config }: Row) => (config as Row).status_code === 200;
const isOfKey = (row: Row) => (row.tags as string[]).some((tag) => tag.includes('consumer'));
const ofKey = (what: string, change: () => Promise<unknown>, object: object): ByHand => ({
  what,
  at: () => deploymentId,
  change,
  object,
  keys: true,
});
const consumer = () => `/consumers/${world.names.consumerId(consumerId)}`;

const added = (what: string, at: () => number, collection: string, body: () => Promise<object>): ByHand => ({
  what,
  at,
  change: async () =>
    world.admin('PUT', `/${collection}/5c5c1c2b-93a4-4a61-8b72-0b1c2d3e4f50`, {
      tags: [...world.names.tags(at())],
      ...(await body()),
    }),
  object: { isAdded: true, objectId: '5c5c1c2b-93a4-4a61-8b72-0b1c2d3e4f50' },
});
const firstRoute = async (id: number) => ({ route: { id: (await openRoutes(id))[0]?.id } });

const byHand: readonly ByHand[] = [
  ...['key-auth', 'oauth2', 'acl', 'rate-limiting', 'ip-restriction', 'bot-detection', 'request-termination'].map(
    (name) => plugin(name),
  ),
  {
    what: 'a plugin is switched off',
    at: () => deploymentId,
    change: () => changed(deploymentId, 'acl', { enabled: false }),
    object: { label: 'plugin acl', found: 'changed' },
  },
  {
    what: 'the list of addresses is longer',
    at: () => deploymentId,
    change: () => changed(deploymentId, 'ip-restriction', { config: { allow: ['127.0.0.1', '0.0.0.0/0'] } }),
    object: { label: 'plugin ip-restriction', found: 'changed' },
  },
  {
    what: 'a locked route takes more paths',
    at: () => lockedId,
    change: async () => {
      const [route] = await openRoutes(lockedId);
      await world.admin('PUT', `/routes/${route?.id}`, { ...route, paths: ['/locked-dev'] });
    },
    object: { label: 'route GET HEAD', found: 'changed' },
  },
  plugin('request-transformer', () => lockedId),
  {
    what: 'the whole deployment is deleted',
    at: () => lockedId,
    change: async () => {
      for (const { id } of await openRoutes(lockedId)) await remove(`/routes/${id}`);
      for (const { id } of await rowsOf('services', lockedId)) await remove(`/services/${id}`);
    },
    object: missing('service'),
  },
  ofKey('a key is deleted', () => remove(consumer()), missing('consumer')),
  ofKey(
    "a key's credential is deleted",
    () => remove(`${consumer()}/key-auth/${world.names.credentialId('key-auth', consumerId, 1)}`),
    missing('key-auth'),
  ),
  ofKey(
    "a key's credential is another one",
    () =>
      world.admin('PUT', `${consumer()}/key-auth/${world.names.credentialId('key-auth', consumerId, 1)}`, {
        key: 'of-a-stranger',
        tags: [...world.names.tags(deploymentId, consumerId)],
      }),
    { label: 'key-auth', found: 'changed' },
  ),
  ofKey(
    "a key's group is deleted",
    () => remove(`${consumer()}/acls/${world.names.entityId('consumer', consumerId, 'acl')}`),
    missing('acl'),
  ),
  added(
    'a second key-auth at the route lets everybody in',
    () => deploymentId,
    'plugins',
    async () => ({
      name: 'key-auth',
      ...(await firstRoute(deploymentId)),
      config: { key_names: ['apikey'], anonymous: world.names.anonymousId(deploymentId) },
    }),
  ),
  added(
    'an acl at the route allows others',
    () => deploymentId,
    'plugins',
    async () => ({ name: 'acl', ...(await firstRoute(deploymentId)), config: { allow: ['everybody'] } }),
  ),
  added(
    'a request-termination at the route answers for the deployment',
    () => deploymentId,
    'plugins',
    async () => ({
      name: 'request-termination',
      ...(await firstRoute(deploymentId)),
      config: { status_code: 200, message: 'welcome' },
    }),
  ),
  {
    what: 'the acl is replaced by another one at its place',
    at: () => deploymentId,
    change: async () => {
      const { id, ...acl } = await pluginOf(deploymentId, 'acl');
      await remove(`/plugins/${id}`);
      const change = { config: { allow: ['everybody'] } };
      await world.admin('PUT', '/plugins/6c5c1c2b-93a4-4a61-8b72-0b1c2d3e4f50', { ...acl, ...change });
    },
    object: { label: 'plugin acl', isAdded: true },
  },
  added(
    'a route goes past a lockdown',
    () => lockedId,
    'routes',
    async () => ({ paths: ['/past'], service: { id: world.names.serviceId(lockedId) } }),
  ),
  {
    what: "a key's limit is replaced at the route",
    at: () => deploymentId,
    change: async () =>
      world.admin('PUT', '/plugins/7c5c1c2b-93a4-4a61-8b72-0b1c2d3e4f50', {
        name: 'rate-limiting',
        ...(await firstRoute(deploymentId)),
        consumer: { id: world.names.consumerId(consumerId) },
        config: { minute: 100_000, policy: 'local' },
        tags: [...world.names.tags(deploymentId, consumerId)],
      }),
    object: { label: 'plugin rate-limiting', isAdded: true },
    keys: true,
  },
];

it('a gateway has a counter of losses since its first look, so that the first loss makes it grow', async () => {
  await look();
  expect((await opened.services.metrics.lostProtection.get()).values).toEqual([{ labels: { gateway: '1' }, value: 0 }]);
});

describe('what is lost by hand is put back and reported', () => {
  it.each(byHand)('$what', async ({ at, change, object, keys = false }) => {
    const id = at();
    const before = await held();
    const known = (await events(id)).length;
    await change();
    expect(await held()).not.toEqual(before);
    await look();
    // The worker may have put it back before the look ends.
    const [lost] = (await events(id)).slice(known);
    if (lost?.type !== 'ProtectionLost') throw new Error(`nothing was reported: ${JSON.stringify(lost)}`);
    expect(lost.data.objects).toContainEqual(expect.objectContaining(keys ? { ...object, keyId: consumerId } : object));
    expect(lost.data.keys).toEqual(keys ? [consumerId] : []);
    expect(lost.data.intactAt).not.toBeNull();
    await world.completed(lost.data.operationId);
    expect(await lastOf(id)).toMatchObject({ type: 'ProtectionPutBack' });
    expect(await held()).toEqual(before);
    expect(await world.call('/kept-dev/x', { apikey: key })).toBe(200);
    expect(await world.call('/kept-dev/x')).toBe(401);
  });

  it('also when somebody claims an object by its tags, and put back when they let go', async () => {
    const { id, ...acl } = await pluginOf(deploymentId, 'acl');
    await world.admin('PUT', `/plugins/${id}`, { ...acl, tags: ['theirs'], config: { allow: ['everybody'] } });
    await look();
    const newest = async (type: string) => (await events(deploymentId)).findLast((event) => event.type === type);
    const lost = await newest('ProtectionLost');
    expect(lost).toMatchObject({ data: { objects: [{ label: 'plugin', found: 'changed' }] } });
    expect(await lastOf(deploymentId)).toMatchObject({ type: 'ForeignObjectFound', data: { name: 'acl' } });
    await world.admin('PUT', `/plugins/${id}`, acl);
    const { operationId } = (lost?.data ?? {}) as { operationId: string };
    await world.completed(operationId);
    expect(await newest('ProtectionPutBack')).toMatchObject({ data: { operationId } });
    await look();
    expect(await lastOf(deploymentId)).toMatchObject({ type: 'ForeignObjectGone', data: { name: 'acl' } });
  });

  it('once for each loss, and counts it', async () => {
    const count = async () => (await opened.services.metrics.lostProtection.get()).values[0]?.value ?? 0;
    const { id } = await pluginOf(deploymentId, 'acl');
    await world.stopWorker();
    const [reported, counted] = [(await events(deploymentId)).length, await count()];
    await remove(`/plugins/${id}`);
    await look();
    await look();
    expect(await events(deploymentId)).toHaveLength(reported + 1);
    expect((await count()) - counted).toBe(1);
    expect((await opened.services.metrics.missingObjects.get()).values[0]?.value).toBe(1);
    await world.startWorker();
    await vi.waitFor(
      async () => expect(await lastOf(deploymentId)).toMatchObject({ type: 'ProtectionPutBack' }),
      20_000,
    );
    await look();
    expect((await opened.services.metrics.missingObjects.get()).values[0]?.value).toBe(0);
  });

  it('and stands in the inbox as answered, told as added', async () => {
    const id = '5c5c1c2b-93a4-4a61-8b72-0b1c2d3e4f50';
    await vi.waitFor(async () => {
      const { rows } = await world.pool.query<Row>(
        `select form, state, answer, is_protection as "isProtection", label from differences
         where object_id = $1 and deployment_id = $2`,
        [id, deploymentId],
      );
      expect(rows).toEqual([
        {
          form: 'added',
          state: 'answered',
          answer: 'put-back',
          isProtection: true,
          label: 'plugin request-termination',
        },
      ]);
    }, 20_000);
  });

  it('not when nothing is lost, and not when only something else was changed', async () => {
    const before = (await events(deploymentId)).length;
    const [service] = await rowsOf('services', deploymentId);
    await world.admin('PUT', `/services/${service?.id}`, { ...service, retries: 2, host: 'elsewhere.example' });
    await look();
    expect(await events(deploymentId)).toHaveLength(before);
    await world.admin('PUT', `/services/${service?.id}`, service);
  });
});

it('a new key is completed only when a call with it got through', async () => {
  const id = world.nextId();
  const [route] = await openRoutes(lockedId);
  await remove(`/routes/${route?.id}`);
  // The gateway takes a while to notice.
  await vi.waitFor(async () => expect(await world.call('/locked-dev/a/1')).toBe(404), 20_000);
  const operationId = await world.request.addConsumer(id, lockedId, 'key-of-locked');
  await vi.waitFor(
    async () =>
      expect(await world.operationEvents(operationId)).toContainEqual(
        expect.objectContaining({
          type: 'OperationDelayed',
          data: expect.objectContaining({ problem: { code: 'gateway.not-live' } }),
        }),
      ),
    20_000,
  );
  await look();
  await world.completed(operationId);
  expect(await world.call('/locked-dev/a/1', { apikey: 'key-of-locked' })).toBe(200);
  const steps = (await world.operationEvents(operationId)).filter(({ type }) => type === 'OperationStepApplied');
  expect(steps.map(({ data }) => (data as { step: string }).step)).toContain('prove-key');
});

describe("somebody else's object", () => {
  const found = async (name: string) =>
    (await events(deploymentId)).filter(({ type, data }) => type === 'ForeignObjectFound' && data.name === name).length;

  it.each([
    [
      'a route under the path',
      () => ({ name: 'theirs', paths: ['/kept-dev/x'] }),
      '/services/other/routes/theirs',
      'theirs',
    ],
    [
      'a route to the service',
      () => ({ name: 'shortcut', paths: ['/shortcut'] }),
      () => `/services/${world.names.serviceId(deploymentId)}/routes/shortcut`,
      'shortcut',
    ],
    [
      'a plugin that replaces the protection',
      async () => ({
        name: 'acl',
        route: { id: (await openRoutes(deploymentId))[0]?.id },
        config: { allow: ['everybody'] },
      }),
      '/plugins/0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      'acl',
    ],
  ] as const)(
    'is reported with its name, left alone, and reported when it is gone: %s',
    async (_what, body, path, name) => {
      await world.admin('PUT', '/services/other', { host: 'other.example' });
      const at = typeof path === 'function' ? path() : path;
      const reported = await found(name);
      await world.admin('PUT', at, await body());
      const before = await held();
      await look();
      await look();
      expect((await found(name)) - reported).toBe(1);
      expect(await held()).toEqual(before);
      await vi.waitFor(async () => {
        const { rows } = await world.pool.query('select from foreign_objects where name = $1', [name]);
        expect(rows).toHaveLength(1);
      }, 20_000);
      await remove(at.replace(/^\/services\/[^/]+(?=\/routes)/, ''));
      await look();
      expect(await lastOf(deploymentId)).toMatchObject({ type: 'ForeignObjectGone', data: { name } });
    },
  );
});
