import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { authorizationTable } from '#domain/core/authorization.ts';
import { prepareCalls } from '#test/examples/all-route-examples.ts';
import { type Call, subjectOf } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { type RegisteredGateway, startRegisteredGateway } from '#test/world/registered-gateway.ts';
import { nameless, readSpecifiedCalls } from '../fixtures/specified-calls.ts';
import { routes } from '../routes.ts';

/* The calls of the area gateway, made by a gateway administrator at a gateway that answers and has what they are about. */

let world: BffWorld;
let gateway: RegisteredGateway;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
const ids = { service: randomUUID(), route: randomUUID(), consumer: randomUUID(), plugin: randomUUID() };
const going = { service: randomUUID(), route: randomUUID(), consumer: randomUUID(), plugin: randomUUID() };

beforeAll(async () => {
  world = await startBffWorld();
  gateway = await startRegisteredGateway(world);
  callOf = await prepareCalls(world);
  const { hold } = gateway;
  for (const { service, route, consumer, plugin } of [ids, going]) {
    await hold('service', { id: service, name: `orders-${service}`, host: 'orders.example', created_at: 1 });
    // A service with a route is not deleted.
    const at = service === going.service ? ids.service : service;
    await hold('route', { id: route, paths: [`/${route}`], service: { id: at }, created_at: 1 });
    await hold('consumer', { id: consumer, username: `caller-${consumer}`, custom_id: consumer, created_at: 1 });
    await hold('plugin', {
      id: plugin,
      name: 'acl',
      enabled: true,
      route: { id: route },
      config: { allow: ['callers'] },
      created_at: 1,
    });
  }
  await hold('acl', { id: randomUUID(), group: 'callers', consumer: { id: ids.consumer }, created_at: 1 });
});
afterAll(async () => {
  await gateway?.close();
  await world?.close();
});

const specified = (await readSpecifiedCalls()).filter(({ area }) => area === 'gateway');
const routeOf = (name: string) =>
  routes.find(({ method, path }) => nameless(`${method.toUpperCase()} ${path}`) === nameless(name));

/** The output that the specification names beside that of the schemas. */
const answers: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['services', 'routes', 'consumers', 'plugins', 'upstreams'].map((list) => [
      `GET /api/kong/${list}`,
      ['data', 'next'],
    ]),
  ),
  'GET /api/kong/consumer-list': ['data', 'total'],
  'GET /api/kong/requests': ['data', 'total'],
  'GET /api/kong/requests/count': ['total', 'api_success_count', 'api_failure_count'],
  'GET /api/kong/consumer/{id}': ['id', 'username', 'customer_id', 'createdAt', 'tags', 'access'],
  'POST /api/kong/service': ['entityId'],
  'POST /api/kong/routes': ['entityId'],
  'POST /api/kong/plugin': ['entityId'],
  ...Object.fromEntries(Object.keys(ids).map((kind) => [`DELETE /api/kong/${kind}/{id}`, ['entityId']])),
};

type Json = Readonly<Record<string, unknown>>;
const forms: Readonly<Record<string, () => Json>> = {
  'POST /api/kong/service': () => ({ name: 'new-service', url: 'https://orders.example/v1' }),
  'POST /api/kong/routes': () => ({ name: 'new-route', contextPath: '/new-route', serviceId: ids.service }),
  'POST /api/kong/plugin': () => ({ name: 'key-auth', config: {}, serviceId: ids.service }),
};

const callAt = async (name: string): Promise<Call> => {
  const { gatewayId } = gateway;
  const form = forms[name];
  if (form) return { target: name.split(' ')[1] ?? '', json: { gatewayId, ...form() } };
  const [, method, kind] = /^(GET|DELETE) \/api\/kong\/(service|route|consumer|plugin)\/\{id\}$/.exec(name) ?? [];
  if (!kind) return await callOf(name, subjectOf(world.acme), true);
  const id = (method === 'GET' ? ids : going)[kind as keyof typeof ids];
  return { target: `/api/kong/${kind}/${id}?gatewayId=${gatewayId}` };
};

it('are 21', () => {
  expect(specified).toHaveLength(21);
});

it.each(specified)('$name is a route in the table of rights, and responds as specified', async ({ name }) => {
  const route = routeOf(name);
  expect(route?.action, 'is mounted').toBeDefined();
  if (route?.action) expect(authorizationTable[route.action].length).toBeGreaterThan(0);
  const [method = ''] = name.split(' ');
  const { target, ...options } = await callAt(name);
  const { status, body } = await world.ask(world.acme.members.gateway, method, target, options);
  expect(status, JSON.stringify(body)).toBe(200);
  if (route?.response) expect(z.safeParse(route.response, body).error).toBeUndefined();
  for (const field of answers[name] ?? []) expect(body).toHaveProperty(field);
});

it('a consumer comes with the services that it may call, because an acl allows its group', async () => {
  const { body } = await world.ask(
    world.acme.members.gateway,
    'GET',
    `/api/kong/consumer/${ids.consumer}?gatewayId=${gateway.gatewayId}`,
  );
  expect(body.access).toEqual([{ id: ids.service, service: `orders-${ids.service}` }]);
  const other = await world.ask(
    world.acme.members.gateway,
    'GET',
    `/api/kong/consumer/${going.consumer}?gatewayId=${gateway.gatewayId}`,
  );
  expect(other.body.access).toEqual([]);
});

it('a service and its route come with the consumers that may call them', async () => {
  const callersOf = async (kind: 'service' | 'route', id: string) => {
    const target = `/api/kong/${kind}/${id}?gatewayId=${gateway.gatewayId}`;
    return (await world.ask(world.acme.members.gateway, 'GET', target)).body.callers;
  };
  const callers = { total: 1, first: [expect.objectContaining({ id: ids.consumer })] };
  expect(await callersOf('service', ids.service)).toEqual(callers);
  expect(await callersOf('route', ids.route)).toEqual(callers);
  expect(await callersOf('service', going.service)).toEqual({ total: 0, first: [] });
});
