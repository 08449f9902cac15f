import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import type { DecisionPage, ServicesDecided } from '#domain/take-over/decisions.ts';
import type { TakeOverPreview } from '#domain/take-over/preview.ts';
import type { TakeOverRequest } from '#domain/take-over/take-over.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { execute } from '#eventstore/execute.ts';
import { mirroredObject } from '#gateway/mirror/mirrored-object.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { endLook, storeObjects } from '#workers/gateway/mirror/store-mirror.ts';

let world: BffWorld;
let gatewayId: number;
const asOf = new Date('2026-11-28T12:00:00Z');
const service = randomUUID();
const shared = randomUUID();
const own = randomUUID();
const fitting = randomUUID();
/** Many that fit, without callers. */
const many = Array.from({ length: 6 }, (_none, index) => ({ id: randomUUID(), name: `many-${index}` }));
const shops = [randomUUID(), randomUUID()];
const consumers = Array.from({ length: 20 }, () => randomUUID());
const created_at = 1_700_000_000;

const hold = async (kind: ObjectKind, bodies: readonly Record<string, unknown>[]) => {
  const { names } = world.services;
  const found = bodies.map((body) => mirroredObject(names, kind, { id: randomUUID(), created_at, ...body }));
  await storeObjects(
    world.pool,
    gatewayId,
    found.filter((each) => each !== undefined),
    asOf,
  );
};
const protect = (id: string, group: string) => [
  { name: 'key-auth', service: { id }, config: { key_names: ['apikey'], hide_credentials: true } },
  { name: 'acl', service: { id }, config: { allow: [group], hide_groups_header: true } },
];

beforeAll(async () => {
  world = await startBffWorld();
  const { deploymentId } = world.acme.deployed;
  const { rows } = await world.pool.query<{ id: number }>('select gateway_id as id from deployments where id = $1', [
    deploymentId,
  ]);
  gatewayId = rows[0]?.id ?? 0;
  await hold('service', [
    { id: service, name: 'orders', protocol: 'https', host: 'orders.internal', port: 8443, path: '/v1' },
    { id: shared, name: 'bills', protocol: 'http', host: 'bills.internal', port: 80 },
    { id: fitting, name: 'stock', protocol: 'https', host: 'stock.example', port: 443, retries: 2 },
    ...many.map(({ id, name }) => ({ id, name, protocol: 'https', host: `${name}.example`, port: 443 })),
    { id: own, name: 'deployed', host: 'own.example', tags: [...world.services.names.tags(deploymentId)] },
  ]);
  const route = (name: string, id: string) => ({ name, paths: [`/${name}`], protocols: ['http'], service: { id } });
  await hold('route', [
    ...['orders', 'items', 'stock'].map((name) => route(name, service)),
    route('bills', shared),
    route('stores', fitting),
    ...many.map(({ id, name }) => route(name, id)),
  ]);
  await hold('plugin', [
    ...protect(service, 'shops'),
    { name: 'rate-limiting', service: { id: service }, config: { minute: 60, limit_by: 'consumer', policy: 'local' } },
    ...protect(shared, 'staff'),
    ...protect(fitting, 'stores'),
    ...many.flatMap(({ id, name }) => protect(id, name)),
    { name: 'jwt', service: { id: shared }, config: {} },
  ]);
  await hold(
    'consumer',
    consumers.map((id, index) => ({ id, username: `shop-${String(index).padStart(2, '0')}` })),
  );
  await hold('acl', [
    ...consumers.map((id) => ({ group: 'shops', consumer: { id } })),
    { group: 'staff', consumer: { id: consumers[0] } },
  ]);
  await hold(
    'key-auth',
    consumers.map((id, index) => ({ key: { fingerprint: `print-${index}` }, consumer: { id } })),
  );
  await hold(
    'consumer',
    shops.map((id, index) => ({ id, username: `store-${index}` })),
  );
  await hold(
    'acl',
    shops.map((id) => ({ group: 'stores', consumer: { id } })),
  );
  await hold(
    'key-auth',
    shops.map((id, index) => ({ key: { fingerprint: `store-${index}` }, consumer: { id } })),
  );
  await endLook(world.pool, gatewayId, [], asOf);
});
afterAll(() => world.close());

const preview = (id: string) =>
  world.ask(world.acme.members.gateway, 'GET', `/api/kong/service/${id}/take-over?gatewayId=${gatewayId}`);

describe('the preview of a service that could be a deployment', () => {
  it('says what comes along, with the keys by their fingerprints, and whose key opens another service', async () => {
    const { status, body } = await preview(service);
    expect(status).toBe(200);
    const found = body as unknown as TakeOverPreview;
    expect(found).toMatchObject({
      name: 'orders',
      asOf: asOf.toISOString(),
      target: 'https://orders.internal:8443/v1',
      ratePerMinute: 60,
      keyNames: ['apikey'],
      keysTotal: 20,
      refusals: [{ code: 'shared-key', parameters: { caller: 'shop-00', place: 'bills' } }],
    });
    expect(found.routes.map(({ paths }) => paths[0]).sort()).toEqual(['/items', '/orders', '/stock']);
    expect(found.keys[3]).toEqual({ caller: 'shop-03', fingerprint: 'print-3' });
    expect(found.differences.map(({ code }) => code)).toEqual(['caller-names', 'counts-anew']);
  });

  it('says why another one does not fit', async () => {
    const { body } = await preview(shared);
    expect((body as unknown as TakeOverPreview).refusals.map(({ code }) => code)).toEqual(['plugin', 'shared-key']);
  });

  it('is none of what a deployment has, and of what the gateway does not have', async () => {
    expect(await preview(own)).toMatchObject({ status: 409, body: { code: 'gateway-object.of-deployment' } });
    expect((await preview(randomUUID())).status).toBe(404);
  });
});

describe('a service that is put under the portal', () => {
  const ask = async (id: string, changes: object = {}) => {
    const { seen } = (await preview(id)).body as unknown as TakeOverPreview;
    const { apiId, organizationId } = world.acme;
    const json = { seen, apiId, organizationId, environment: 'UAT', ...changes };
    const target = `/api/kong/service/${id}/take-over?gatewayId=${gatewayId}`;
    return await world.ask(world.acme.members.gateway, 'POST', target, { json });
  };

  it.each([
    [{ apiId: undefined }, 400, 'take-over.api-required'],
    [{ apiId: 999_999 }, 400, 'deployment.api-gone'],
    [{ organizationId: 999_999 }, 400, 'consumer.organization-required'],
    [{ environment: 'NOWHERE' }, 400, 'deployment.environment-required'],
    [{ seen: 'another state' }, 409, 'take-over.changed'],
  ])('is refused: %j', async (changes, status, code) => {
    const refused = await ask(fitting, changes);
    expect(refused.status).toBe(status);
    expect(JSON.stringify(refused.body)).toContain(code);
  });

  it('is refused while it does not fit, or when a deployment has it', async () => {
    expect(await ask(service)).toMatchObject({ status: 409, body: { code: 'take-over.refused' } });
    expect(await ask(own, { seen: 'any' })).toMatchObject({
      status: 409,
      body: { code: 'gateway-object.of-deployment' },
    });
  });

  it('is requested once, with the deployment and the keys that it becomes, and no key is in it', async () => {
    const { status, body } = await ask(fitting);
    expect(status).toBe(200);
    const [event] = await world.services.store.read(`take-over-${gatewayId}-${fitting}`);
    expect(event).toMatchObject({
      type: 'ServiceTakeOverRequested',
      data: {
        operationId: body.operationId,
        deploymentId: body.entityId,
        name: 'stock',
        organizationId: world.acme.organizationId,
        grantId: null,
        config: {
          environment: 'UAT',
          authentication: 'apikey',
          upstreamUrl: 'https://stock.example',
          former: { serviceId: fitting, fields: { retries: 2 }, routes: [{ fields: { paths: ['/stores'] } }] },
        },
        keys: [{ nickname: 'store-0' }, { nickname: 'store-1' }],
      },
    });
    expect((await preview(fitting)).body).toMatchObject({ progress: 'taking' });
    expect(await ask(fitting)).toMatchObject({ status: 409, body: { code: 'take-over.under-way' } });
  });
});

describe('many services', () => {
  const gatewayAdmin = () => world.acme.members.gateway;
  const list = async (query = '') => {
    const { status, body } = await world.ask(
      gatewayAdmin(),
      'GET',
      `/api/kong/take-overs?gatewayId=${gatewayId}&${query}`,
    );
    expect(status).toBe(200);
    return body as unknown as DecisionPage;
  };
  const send = async (way: '' | '/skip' | '/reopen' | '/stop', json: object, key?: string) => {
    const { status, body } = await world.ask(gatewayAdmin(), 'POST', `/api/kong/take-overs${way}`, {
      json: { gatewayId, ...json },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
    if (status !== 200) return { status, body };
    const done = body as unknown as ServicesDecided;
    if (done.position !== '') await waitForPosition(world.pool, done.position);
    return { status, body: done };
  };
  const idOf = (index: number) => many[index]?.id ?? '';
  const firstOf = async (index: number) => {
    const [event] = await world.services.store.read(`take-over-${gatewayId}-${idOf(index)}`);
    if (!event) throw new Error('nobody asked for it');
    return event;
  };
  const askedOf = async (index: number) => (await firstOf(index)).data as TakeOverRequest;
  const choose = async (indexes: readonly number[], changes: object = {}) => {
    const { data } = await list('search=many');
    const { apiId, organizationId } = world.acme;
    return {
      services: indexes.map((index) => ({
        id: idOf(index),
        seen: data.find(({ id }) => id === idOf(index))?.verdict?.seen ?? '',
        ...{ apiId, organizationId, environment: 'DEV', ...changes },
      })),
    };
  };

  it('are listed with what the preview of each says, those of a deployment left out', async () => {
    const page = await list();
    expect(page.total).toBe(9);
    expect(page.data.map(({ id }) => id)).not.toContain(own);
    const row = page.data.find(({ id }) => id === service);
    const { seen, refusals, keysTotal } = (await preview(service)).body as unknown as TakeOverPreview;
    expect(row).toMatchObject({ name: 'orders', state: 'open', verdict: { seen, refusals, keysTotal } });
    expect(page.data.find(({ id }) => id === fitting)).toMatchObject({
      state: 'taking',
      api: { id: world.acme.apiId },
      organization: { id: world.acme.organizationId },
      environment: 'UAT',
    });
    expect(page.counts).toEqual({ open: 8, taking: 1, taken: 0, failed: 0, skipped: 0 });
    expect(page.waiting).toBe(1);
  });

  it('are searched, sorted and filtered by state', async () => {
    const [third] = (await list('search=MANY-3')).data;
    expect(third?.name).toBe('many-3');
    expect((await list(`search=${third?.id.slice(0, 13)}`)).data.map(({ name }) => name)).toEqual(['many-3']);
    expect((await list('search=many&sort=host&order=desc')).data[0]?.name).toBe('many-5');
    expect((await list('state=taking')).data.map(({ name }) => name)).toEqual(['stock']);
    expect((await list('sort=state&order=desc')).data[0]?.name).toBe('stock');
    expect((await list('sort=decidedAt&order=desc')).data[0]?.name).toBe('stock');
    const { body } = await world.ask(
      gatewayAdmin(),
      'GET',
      `/api/kong/take-overs/download?gatewayId=${gatewayId}&search=bills`,
    );
    expect(body.text).toContain('bills.internal');
  });

  it('are put under the portal by one call, each with names of its own, and one that is refused stops no other', async () => {
    const { services } = await choose([0, 1, 2]);
    const asked = [...services, { ...services[0], id: randomUUID() }, { ...services[0], id: service }];
    const key = randomUUID();
    const done = await send('', { services: asked }, key);
    expect(done.body).toMatchObject({
      decided: [0, 1, 2].map(idOf),
      refused: [{ code: 'not-found' }, { id: service, name: 'orders', code: 'take-over.changed' }],
    });
    const configs = (await Promise.all([0, 1, 2].map(askedOf))).map(({ config }) => config);
    expect(new Set(configs.map(({ name }) => name)).size).toBe(3);
    expect(new Set(configs.map(({ contextPath }) => contextPath)).size).toBe(3);
    expect(configs[1]?.name).toBe('many-1');
    // One click: the work on many leaves room for others.
    const [first, second] = await Promise.all([0, 1].map(firstOf));
    expect(first?.meta.correlationId).toBe(second?.meta.correlationId);
    // A cut connection: the same call again decides nothing twice.
    expect((await send('', { services: asked }, key)).body).toMatchObject({ decided: [0, 1, 2].map(idOf) });
    expect(await world.services.store.read(`take-over-${gatewayId}-${idOf(0)}`)).toHaveLength(1);
    // What is under way has its names before its deployment is made.
    await send('', await choose([3]));
    expect(configs.map(({ name }) => name)).not.toContain((await askedOf(3)).config.name);
  });

  it('are skipped with a reason until somebody opens them again', async () => {
    expect(await send('/skip', { serviceIds: [idOf(4)], reason: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason', code: 'take-over.reason-required' }] },
    });
    const skipped = await send('/skip', { serviceIds: [idOf(4), idOf(5), idOf(0)], reason: 'ends in March' });
    expect(skipped.body).toMatchObject({
      decided: [idOf(4), idOf(5)],
      refused: [{ name: 'many-0', code: 'take-over.under-way' }],
    });
    const { data, counts } = await list('state=skipped');
    expect(counts.skipped).toBe(2);
    expect(data[0]).toMatchObject({ reason: 'ends in March', decidedBy: expect.stringMatching(/./) });
    expect((await send('', await choose([4]))).body).toMatchObject({ refused: [{ code: 'take-over.skipped' }] });
    expect((await preview(idOf(4))).body).toMatchObject({ progress: 'skipped' });
    await send('/reopen', { serviceIds: [idOf(4)] });
    expect((await list('state=skipped')).data.map(({ name }) => name)).toEqual(['many-5']);
    expect((await send('', await choose([4]))).body).toMatchObject({ decided: [idOf(4)] });
  });

  it('are stopped as long as they have not begun', async () => {
    const { operationId, serviceId } = await askedOf(0);
    const done = await execute({
      store: world.services.store,
      decider: takeOverDecider,
      id: takeOverIdOf(gatewayId, serviceId),
      command: { type: 'BeginTakeOver', data: { operationId } },
      meta: { actor: byPortal, commandId: randomUUID(), correlationId: operationId, time: new Date().toISOString() },
    });
    await waitForPosition(world.pool, 'position' in done ? String(done.position) : '');
    const before = await list();
    expect(before).toMatchObject({ counts: { taking: 6 }, waiting: 5 });
    expect((await send('/stop', {})).body).toMatchObject({ refused: [] });
    expect(await list()).toMatchObject({ counts: { taking: 1, open: 7, skipped: 1 }, waiting: 0 });
    expect((await send('/reopen', { serviceIds: [idOf(0)] })).body).toMatchObject({
      refused: [{ code: 'take-over.begun' }],
    });
    expect((await list('state=open&search=many-1')).data[0]).toMatchObject({ api: null, operationId: null });
  });
});
