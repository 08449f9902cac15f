import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import type { TakeOverPreview } from '#domain/take-over/preview.ts';
import { mirroredObject } from '#gateway/mirror/mirrored-object.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { endLook, storeObjects } from '#workers/gateway/mirror/store-mirror.ts';

let world: BffWorld;
let gatewayId: number;
const asOf = new Date('2026-11-28T12:00:00Z');
const service = randomUUID();
const shared = randomUUID();
const own = randomUUID();
const fitting = randomUUID();
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
    { id: own, name: 'deployed', host: 'own.example', tags: [...world.services.names.tags(deploymentId)] },
  ]);
  const route = (name: string, id: string) => ({ name, paths: [`/${name}`], protocols: ['http'], service: { id } });
  await hold('route', [
    ...['orders', 'items', 'stock'].map((name) => route(name, service)),
    route('bills', shared),
    route('stores', fitting),
  ]);
  await hold('plugin', [
    ...protect(service, 'shops'),
    { name: 'rate-limiting', service: { id: service }, config: { minute: 60, limit_by: 'consumer', policy: 'local' } },
    ...protect(shared, 'staff'),
    ...protect(fitting, 'stores'),
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
