import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import type { ObjectDetails, ObjectPage } from '#domain/gateway-object/schema.ts';
import { mirroredObject } from '#gateway/mirror/mirrored-object.ts';
import type { createGatewayNames } from '#gateway/names/gateway-names.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { endLook, storeObjects } from '#workers/gateway/mirror/store-mirror.ts';

let world: BffWorld;
let names: ReturnType<typeof createGatewayNames>;
let gatewayId: number;
let otherGatewayId: number;
const ids = { orders: randomUUID(), route: randomUUID(), limit: randomUUID(), global: randomUUID(), own: randomUUID() };
const asOf = new Date('2026-11-28T12:00:00Z');

const hold = async (gateway: number, kind: ObjectKind, bodies: readonly Record<string, unknown>[]) => {
  const objects = bodies.map((body) => mirroredObject(names, kind, body)).filter((each) => each !== undefined);
  await storeObjects(world.pool, gateway, objects, asOf);
};

beforeAll(async () => {
  world = await startBffWorld();
  ({ names } = world.services);
  const { rows } = await world.pool.query<{ id: number }>('select gateway_id as id from deployments where id = $1', [
    world.acme.deployed.deploymentId,
  ]);
  gatewayId = rows[0]?.id ?? 0;
  otherGatewayId = [world.acme.gatewayId, world.partner.gatewayId].find((id) => id !== gatewayId) ?? 0;
  await hold(gatewayId, 'service', [
    {
      id: ids.orders,
      name: 'orders',
      host: 'orders.internal',
      port: 8080,
      protocol: 'http',
      created_at: 1_700_000_000,
      tags: ['team-a'],
    },
    ...Array.from({ length: 29 }, (_none, index) => ({
      id: randomUUID(),
      name: `service-${String(index).padStart(2, '0')}`,
      host: 'many.internal',
      enabled: index % 2 === 0,
      created_at: 1_700_000_000 + index,
    })),
    {
      id: ids.own,
      name: 'deployed',
      host: 'target.example',
      created_at: 1_700_001_000,
      tags: [...names.tags(world.acme.deployed.deploymentId)],
    },
  ]);
  await hold(gatewayId, 'route', [
    { id: ids.route, name: 'orders-route', paths: ['/orders'], service: { id: ids.orders }, created_at: 1_700_000_000 },
  ]);
  await hold(gatewayId, 'plugin', [
    {
      id: ids.limit,
      name: 'rate-limiting',
      route: { id: ids.route },
      config: { minute: 5 },
      created_at: 1_700_000_001,
    },
    { id: ids.global, name: 'cors', config: {}, created_at: 1_700_000_000 },
  ]);
  await endLook(world.pool, gatewayId, [], asOf);
  await hold(otherGatewayId, 'service', [{ id: ids.orders, name: 'orders', host: 'elsewhere', created_at: 1 }]);
});
afterAll(() => world.close());

const read = async <Body>(target: string): Promise<Body> => {
  const { status, body } = await world.ask(world.acme.members.gateway, 'GET', target);
  expect(status).toBe(200);
  return body as Body;
};
const list = (query = '', kind = 'services') => read<ObjectPage>(`/api/kong/${kind}?gatewayId=${gatewayId}&${query}`);
const namesOf = ({ data }: ObjectPage) => data.map(({ name }) => name);

describe('a list of objects', () => {
  it('has twenty a page, says how old it is, and names the next page', async () => {
    const first = await list();
    expect(first).toMatchObject({ total: 31, page: 0, next: 1, gatewayId, asOf: asOf.toISOString() });
    expect(first.data).toHaveLength(20);
    expect(await list('page=1')).toMatchObject({ total: 31, page: 1, next: null });
    expect((await list('size=31')).data).toHaveLength(31);
  });

  it('sorts services by name descending unless asked otherwise', async () => {
    expect(namesOf(await list())[0]).toBe('service-28');
    expect(namesOf(await list('sort=host&order=asc'))[0]).toMatch(/^service/);
    expect(namesOf(await list('sort=createdAt&order=desc'))[0]).toBe('deployed');
    expect(namesOf(await list('sort=owner&order=desc'))[0]).toBe('deployed');
    expect(namesOf(await list('sort=tags&order=desc'))[0]).toBe('orders');
    expect(namesOf(await list('search=orders&sort=owner&order=asc'))[0]).toBe('orders');
    const refused = await world.ask(world.acme.members.gateway, 'GET', '/api/kong/services?sort=slots');
    expect(refused.status).toBe(400);
  });

  it.each([
    ['search=orders.int', ['orders']],
    ['search=TEAM-A', ['orders']],
    [`search=${'zz-nothing'}`, []],
    [`search=${ids.orders}`, ['orders']],
    [`search=${ids.orders.slice(0, 9).toUpperCase()}`, ['orders']],
    [`search=${ids.orders.slice(0, 35)}g`, []],
    [`search=${ids.orders}&tag=team-b`, []],
    ['tag=team-a', ['orders']],
    ['owner=own', ['deployed']],
  ])('finds by %s', async (query, expected) => {
    expect(namesOf(await list(query))).toEqual(expected);
  });

  it('filters by state', async () => {
    expect((await list('state=disabled')).total).toBe(14);
    expect((await list('state=enabled')).total).toBe(17);
  });

  it('shows the specified fields, and the deployment that owns it', async () => {
    expect((await list('search=orders.int')).data[0]).toMatchObject({
      id: ids.orders,
      protocol: 'http',
      host: 'orders.internal',
      port: 8080,
      createdAt: '2023-11-14T22:13:20.000Z',
      owner: null,
      isOwn: false,
    });
    expect((await list('owner=own')).data[0]).toMatchObject({
      isOwn: true,
      owner: { deploymentId: world.acme.deployed.deploymentId, apiId: world.acme.apiId },
    });
    expect((await list('', 'routes')).data).toMatchObject([
      { paths: ['/orders'], service: { id: ids.orders, name: 'orders' } },
    ]);
    expect((await list('', 'plugins')).data).toMatchObject([
      { name: 'rate-limiting', scope: 'Route', route: { name: 'orders-route' } },
      { name: 'cors', scope: 'Global', route: null },
    ]);
  });

  it('is saved as a file with all rows', async () => {
    const { body, headers } = await world.ask(
      world.acme.members.gateway,
      'GET',
      `/api/kong/services/download?gatewayId=${gatewayId}`,
    );
    expect(headers.get('content-disposition')).toBe('attachment; filename="kong-services.csv"');
    expect(String(body.text).trim().split('\r\n')).toHaveLength(32);
  });
});

describe('an object', () => {
  it('has all its fields and what hangs together with it', async () => {
    const service = await read<ObjectDetails>(`/api/kong/service/${ids.orders}?gatewayId=${gatewayId}`);
    expect(service).toMatchObject({ name: 'orders', body: { tags: ['team-a'] }, relatedTotal: 1 });
    expect(service.related).toEqual([
      { kind: 'route', id: ids.route, name: 'orders-route', about: '/orders', enabled: true, isBelow: true },
    ]);
    const route = await read<ObjectDetails>(`/api/kong/route/${ids.route}?gatewayId=${gatewayId}`);
    expect(route.related.map(({ kind, isBelow }) => [kind, isBelow])).toEqual([
      ['service', false],
      ['plugin', true],
    ]);
  });

  it('names the first of many that hang together with it, says how many there are, and names all when asked', async () => {
    const [shop, customer] = [randomUUID(), randomUUID()];
    const many = (count: number, make: (index: number) => Record<string, unknown>) =>
      Array.from({ length: count }, (_none, index) => ({ id: randomUUID(), created_at: 1, ...make(index) }));
    const services = many(120, (index) => ({ name: `of-the-group-${index}`, host: 'many.internal' }));
    const customers = many(119, (index) => ({ username: `customer-${index}` }));
    await hold(gatewayId, 'service', [{ id: shop, name: 'shop', host: 'shop.internal' }, ...services]);
    await hold(
      gatewayId,
      'route',
      many(130, (index) => ({ name: `shop-${index}`, service: { id: shop } })),
    );
    await hold(gatewayId, 'consumer', [{ id: customer, username: 'customer' }, ...customers]);
    const allows = (id: string) => ({ name: 'acl', service: { id }, config: { allow: ['customers'] } });
    const plugins = [shop, ...services.map(({ id }) => id)].map(allows);
    await hold(
      gatewayId,
      'plugin',
      many(plugins.length, (index) => plugins[index] ?? {}),
    );
    const members = [customer, ...customers.map(({ id }) => id)];
    await hold(
      gatewayId,
      'acl',
      many(members.length, (index) => ({ group: 'customers', consumer: { id: members[index] } })),
    );
    const counts = async (kind: string, id: string, most = '') => {
      const found = await read<ObjectDetails>(`/api/kong/${kind}/${id}?gatewayId=${gatewayId}${most}`);
      const { related, relatedTotal, access = [], accessTotal, callers } = found;
      return [related.length, relatedTotal, access.length, accessTotal, callers?.first.length, callers?.total];
    };
    expect(await counts('service', shop)).toEqual([100, 131, 0, 0, 100, 120]);
    expect(await counts('service', shop, '&most=5000')).toEqual([131, 131, 0, 0, 120, 120]);
    expect(await counts('consumer', customer)).toEqual([1, 1, 100, 121, undefined, undefined]);
    expect(await counts('consumer', customer, '&most=5000')).toEqual([1, 1, 121, 121, undefined, undefined]);
    // However few are named, all are counted: also those whom the service's own acl lets in, beside those of its routes.
    const ofRoute = randomUUID();
    await hold(gatewayId, 'route', [{ id: ofRoute, name: 'shop-own', service: { id: shop }, created_at: 1 }]);
    await hold(gatewayId, 'plugin', [
      { id: randomUUID(), name: 'acl', route: { id: ofRoute }, config: { allow: ['nobody'] }, created_at: 1 },
    ]);
    expect(await counts('service', shop, '&most=1')).toEqual([1, 132, 0, 0, 1, 120]);
    const refused = await world.ask(world.acme.members.gateway, 'GET', `/api/kong/service/${shop}?most=5001`);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'most' }] } });
  });

  it('of two gateways is refused with the names of both, unless the gateway is named', async () => {
    const { members } = world.acme;
    const refused = await world.ask(members.gateway, 'GET', `/api/kong/service/${ids.orders}`);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'gatewayId' }] } });
    expect(JSON.stringify(refused.body)).toMatch(/"one":"\w+ gateway","other":"\w+ gateway"/);
    const missing = await world.ask(members.gateway, 'GET', `/api/kong/service/${randomUUID()}`);
    expect(missing.status).toBe(404);
  });
});

it('the gateways are listed with their age', async () => {
  const found = await read<{ id: number; asOf: string | null }[]>('/api/kong/gateways');
  expect(found.find(({ id }) => id === gatewayId)).toMatchObject({ asOf: asOf.toISOString(), awaySince: null });
  expect(found.length).toBeGreaterThan(1);
});

describe('a change of an object', () => {
  const send = async (method: string, target: string, json?: object) =>
    await world.ask(world.acme.members.gateway, method, target, json ? { json } : {});
  const operationOf = (body: Readonly<Record<string, unknown>>) => String(body.operationId);

  it('is requested with what was seen, what is set and what changes, and is an operation at its gateway', async () => {
    const { seen } = await read<ObjectDetails>(`/api/kong/service/${ids.orders}?gatewayId=${gatewayId}`);
    const form = { id: ids.orders, gatewayId, seen, name: 'orders', url: 'https://orders.example/v2', retries: 3 };
    const { status, body } = await send('POST', '/api/kong/service', form);
    expect(status).toBe(200);
    expect(body).toMatchObject({ entityId: ids.orders });
    const [event] = (await world.services.store.read(`gateway-object-${gatewayId}-${ids.orders}`)).toReversed();
    expect(event).toMatchObject({
      type: 'GatewayObjectSaveRequested',
      data: {
        seen,
        fields: { name: 'orders', protocol: 'https', host: 'orders.example', port: 443, path: '/v2', retries: 3 },
        changes: expect.arrayContaining([{ field: 'host', before: 'orders.internal', after: 'orders.example' }]),
      },
    });
    await world.allShown();
    const operation = await send('GET', `/api/operations/${operationOf(body)}`);
    expect(operation.body).toMatchObject({ kind: 'save-object', subject: 'orders', state: 'requested' });
    // One at a time.
    expect(await send('DELETE', `/api/kong/service/${ids.own}?gatewayId=${gatewayId}`)).toMatchObject({ status: 409 });
    expect((await send('POST', '/api/kong/service', form)).body).toMatchObject({ code: 'gateway-object.under-way' });
  });

  it.each([
    [{ name: '' }, 'name', 'gateway-object.service-name-required'],
    [{ url: '' }, 'url', 'gateway-object.service-url-required'],
    [{ name: 'two words' }, 'name', 'gateway-object.name-invalid'],
    [{ name: 'service-01' }, 'name', 'gateway-object.name-taken'],
    [{ url: 'ftp://orders.example' }, 'url', 'gateway-object.url-invalid'],
    [{ url: 'https://orders.example?a=b' }, 'url', 'gateway-object.url-invalid'],
    [{ url: 'https://me:secret@orders.example' }, 'url', 'gateway-object.url-invalid'],
    [{ url: 'http://169.254.169.254/latest' }, 'url', 'deployment.upstream-refused'],
    [{ url: 'http://gateway.example:8001' }, 'url', 'deployment.upstream-refused'],
  ])('is refused at the field of a service: %j', async (changes, field, code) => {
    const form = { gatewayId, name: 'new', url: 'https://orders.example', ...changes };
    expect(await send('POST', '/api/kong/service', form)).toMatchObject({
      status: 400,
      body: { errors: [{ field, code }] },
    });
  });

  it.each([
    [{ contextPath: '' }, 'contextPath', 'gateway-object.route-path-required'],
    [{ contextPath: 'orders' }, 'contextPath', 'gateway-object.path-invalid'],
    [{ name: '' }, 'name', 'gateway-object.route-name-required'],
    [{ serviceId: randomUUID() }, 'serviceId', 'gateway-object.service-unknown'],
  ])('is refused at the field of a route: %j', async (changes, field, code) => {
    const form = { gatewayId, name: 'new', contextPath: '/new', serviceId: ids.orders, ...changes };
    expect(await send('POST', '/api/kong/routes', form)).toMatchObject({
      status: 400,
      body: { errors: [{ field, code }] },
    });
  });

  it("is refused for a path of a deployment, a deployment's own object, and a service with routes", async () => {
    const { owner } = (await list('owner=own')).data[0] ?? {};
    for (const contextPath of [
      `${owner?.path}`,
      `${owner?.path}/below`,
      `/free ~${owner?.path.slice(0, -2)}.*`,
      '~/[a-z-]+',
    ])
      expect(
        (await send('POST', '/api/kong/routes', { gatewayId, name: 'new', contextPath, serviceId: ids.orders })).body,
        contextPath,
      ).toMatchObject({ errors: [{ field: 'contextPath', code: 'gateway-object.path-of-deployment' }] });
    expect(await send('DELETE', `/api/kong/service/${ids.own}`)).toMatchObject({
      status: 409,
      body: { code: 'gateway-object.of-deployment' },
    });
    expect(await send('DELETE', `/api/kong/service/${ids.orders}?gatewayId=${gatewayId}`)).toMatchObject({
      status: 409,
      body: { code: 'gateway-object.has-routes', parameters: { routes: 1 } },
    });
    const removed = await send('DELETE', `/api/kong/route/${ids.route}`);
    expect(removed).toMatchObject({ status: 200, body: { entityId: ids.route } });
  });
});
