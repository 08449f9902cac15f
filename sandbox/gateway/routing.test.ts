import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from './conformance/client.ts';
import { type EchoUpstream, startEchoUpstream } from './echo-upstream.ts';
import type { Row } from './kernel/json.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

let folder: string;
let gateway: Gateway;
let echo: EchoUpstream;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-routing-'));
  gateway = await startGateway({ dataFolder: folder, adminPort: 0, proxyPort: 0, proxySslPort: 0 });
  echo = await startEchoUpstream({ port: 0 });
});
afterEach(async () => {
  await gateway.close();
  await echo.close();
  await rm(folder, { recursive: true });
});

async function put(path: string, body: Row): Promise<Row> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await send(gateway.adminUrl, 'PUT', path, headers, body);
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body as Row;
}
const uuid = (end: number) => `00000000-0000-4000-8000-00000000000${end}`;
const service = (name: string, path = '/') => put(`/services/${name}`, { url: `${echo.url}${path}` });
const route = (name: string, of: string | null, body: Row) =>
  put(`/routes/${name}`, { ...body, service: of ? { name: of } : null });
const plugin = (id: number, name: string, config: Row, bound: Row = {}) =>
  put(`/plugins/${uuid(id)}`, { name, config, ...bound });
const terminated = (id: number, name: string, of: Row) =>
  plugin(id, 'request-termination', { status_code: 200, content_type: 'text/plain', body: name }, of);

const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(gateway.proxyUrl, method, path, headers);
const pathAt = async (path: string, headers: Record<string, string> = {}) =>
  ((await call(path, headers)).body as Row).path;

test('a guarded route is chosen with its header, and not found without it', async () => {
  await service('old', '/old');
  await service('new', '/new');
  await route('open', 'old', { paths: ['/orders'] });
  const headers = { 'x-portico-guard': ['secret'] };
  await route('guarded', 'new', { paths: ['/orders'], headers });
  await route('hidden', 'new', { paths: ['/hidden'], headers });
  expect(await pathAt('/orders/7')).toBe('/old/7');
  expect(await pathAt('/orders/7', { 'X-Portico-Guard': 'secret' })).toBe('/new/7');
  expect(await pathAt('/orders/7', { 'X-Portico-Guard': 'wrong' })).toBe('/old/7');
  expect((await call('/hidden')).status).toBe(404);
  expect((await call('/hidden', { 'X-Portico-Guard': 'wrong' })).status).toBe(404);
  expect((await call('/hidden', { 'X-Portico-Guard': 'secret' })).status).toBe(200);
});

test('a route without a service responds as its plugin says, or with 503', async () => {
  await route('canary', null, { paths: ['/portico-probe'], headers: { 'x-portico-guard': ['one'] } });
  await route('other', null, { paths: ['/portico-probe'], headers: { 'x-portico-guard': ['two'] } });
  await terminated(1, 'one is here', { route: { name: 'canary' } });
  const response = await call('/portico-probe', { 'x-portico-guard': 'one' });
  expect([response.status, response.body, response.headers['content-type']]).toEqual([
    200,
    'one is here',
    'text/plain',
  ]);
  expect((await call('/portico-probe', { 'x-portico-guard': 'two' })).status).toBe(503);
  expect((await call('/portico-probe')).status).toBe(404);
});

test('chooses among matching routes by plain host, then expression, kinds of condition, headers, length', async () => {
  const conditions: [string, Row][] = [
    ['path', { paths: ['/a'] }],
    ['longer', { paths: ['/a/b'] }],
    ['expression', { paths: ['~/a/b/c'] }],
    ['priority', { paths: ['~/a/b/c/.*'], regex_priority: 2 }],
    ['method', { paths: ['/a'], methods: ['POST'] }],
    ['host', { paths: ['/a'], hosts: ['h.example'] }],
    ['wildcard', { paths: ['/a'], hosts: ['*.example'] }],
    ['header', { paths: ['/a'], headers: { 'x-one': ['1'] } }],
    ['headers', { paths: ['/a'], headers: { 'x-one': ['1'], 'x-two': ['2'] } }],
    ['all', { paths: ['/a'], hosts: ['h.example'], methods: ['POST'], headers: { 'x-one': ['1'] } }],
  ];
  for (const [i, [name, body]] of conditions.entries()) {
    await route(name, null, body);
    await terminated(i, name, { route: { name } });
  }
  const at = async (path: string, headers = {}, method = 'GET') => (await call(path, headers, method)).body;
  expect(await at('/a')).toBe('path');
  expect(await at('/a/b')).toBe('longer');
  expect(await at('/a/b/c')).toBe('expression');
  expect(await at('/a/b/c/d')).toBe('priority');
  // Kong 3.9.1 does this, though its code was meant to prefer more kinds of condition.
  expect(await at('/a/b/c', { 'x-one': '1', 'x-two': '2' }, 'POST')).toBe('expression');
  expect(await at('/a/b', {}, 'POST')).toBe('method');
  expect(await at('/a', { Host: 'h.example' }, 'POST')).toBe('host');
  expect(await at('/a', { Host: 'other.example', 'x-one': '1' })).toBe('header');
  expect(await at('/a', { 'x-one': '1', 'x-two': '2' })).toBe('headers');
  expect(await at('/a', { Host: 'h.example', 'x-one': '1', 'x-two': '2' })).toBe('host');
  expect(await at('/a', { Host: 'h.example', 'x-one': '1' }, 'POST')).toBe('all');
});

test('chooses the route with the greater id among equal ones, whichever is older', async () => {
  for (const id of [2, 3, 1]) {
    await put(`/routes/${uuid(id)}`, { paths: ['/same'] });
    await terminated(id, String(id), { route: { id: uuid(id) } });
  }
  expect((await call('/same')).body).toBe('3');
});

test('an expression with a named capture changes the path of a call', async () => {
  await service('locked', '/base');
  await route('locked', 'locked', { paths: ['~/orders-dev(?<rest>/pets/[^/]+)$'], methods: ['GET'] });
  const uri = '/base$(uri_captures.rest)';
  await plugin(1, 'request-transformer', { replace: { uri } }, { route: { name: 'locked' } });
  expect(await pathAt('/orders-dev/pets/7?full=1')).toBe('/base/pets/7');
  expect((await call('/orders-dev/pets/7/owner')).status).toBe(404);
  expect((await call('/orders-dev/pets/7', {}, 'DELETE')).status).toBe(404);
});

test("a consumer's plugin for a route is used on that route only", async () => {
  await service('shop');
  await route('one', 'shop', { paths: ['/one'] });
  await route('two', 'shop', { paths: ['/two'] });
  await plugin(1, 'key-auth', {}, { service: { name: 'shop' } });
  for (const name of ['ann', 'ben']) {
    await put(`/consumers/${name}`, {});
    await put(`/consumers/${name}/key-auth/${name}`, { key: name });
  }
  const adding = (value: string) => ({ add: { headers: [`x-who:${value}`] } });
  const scopes: Row[] = [
    { service: { name: 'shop' } },
    { route: { name: 'one' } },
    { consumer: { username: 'ann' } },
    { consumer: { username: 'ann' }, route: { name: 'one' } },
  ];
  for (const [i, bound] of scopes.entries()) await plugin(i + 2, 'request-transformer', adding(`${i}`), bound);
  const who = async (path: string, apikey: string) => {
    const { headers } = (await call(path, { apikey })).body as { headers: Row };
    return headers['x-who'];
  };
  expect(await who('/two', 'ben')).toBe('0');
  expect(await who('/one', 'ben')).toBe('1');
  expect(await who('/two', 'ann')).toBe('2');
  expect(await who('/one', 'ann')).toBe('3');
});

test('refusals name the realm, and a key in the query is accepted only if allowed', async () => {
  await service('shop');
  await route('shop', 'shop', { paths: ['/shop'] });
  await put('/consumers/ann', {});
  await put('/consumers/ann/key-auth/k', { key: 'k' });
  const keyAuth = (config: Row) => plugin(1, 'key-auth', config, { service: { name: 'shop' } });
  await keyAuth({ realm: 'orders' });
  const refused = await call('/shop');
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Key realm="orders"']);
  expect((await call('/shop?apikey=k')).status).toBe(200);
  await keyAuth({ realm: 'orders', key_in_query: false });
  expect((await call('/shop?apikey=k')).status).toBe(401);
  expect((await call('/shop', { apikey: 'k' })).status).toBe(200);
  await send(gateway.adminUrl, 'DELETE', `/plugins/${uuid(1)}`);
  const oauth2 = { realm: 'orders', enable_client_credentials: true };
  await plugin(2, 'oauth2', oauth2, { service: { name: 'shop' } });
  const challenge = async (headers = {}) => (await call('/shop', headers)).headers['www-authenticate'];
  expect(await challenge()).toBe('Bearer realm="orders"');
  expect(await challenge({ Authorization: 'Bearer x' })).toBe(
    'Bearer realm="orders", error="invalid_token" error_description="The access token is invalid or has expired"',
  );
});

test('a plugin whose anonymous consumer was deleted responds with 500, except to a valid key', async () => {
  await service('shop');
  await route('shop', 'shop', { paths: ['/shop'] });
  for (const name of ['ann', 'nobody']) await put(`/consumers/${name}`, {});
  await put('/consumers/ann/key-auth/k', { key: 'k' });
  await plugin(1, 'key-auth', { anonymous: 'nobody' }, { service: { name: 'shop' } });
  expect((await call('/shop')).status).toBe(200);
  await send(gateway.adminUrl, 'DELETE', '/consumers/nobody');
  const broken = await call('/shop');
  expect([broken.status, (broken.body as Row).message]).toEqual([500, 'An unexpected error occurred']);
  expect((await call('/shop', { apikey: 'k' })).status).toBe(200);
});

test('every PUT sets the time of the update, also without a change', async () => {
  const first = await service('shop');
  await vi.waitFor(async () => expect((await service('shop')).updated_at).toBeGreaterThan(Number(first.updated_at)), {
    timeout: 30_000,
    interval: 100,
  });
  expect((await service('shop')).created_at).toBe(first.created_at);
});

test('the gateway says how changes come into force', async () => {
  await gateway.close();
  const inForce = { consistency: 'eventual', frequency: 3, workers: 3 } as const;
  gateway = await startGateway({ dataFolder: folder, adminPort: 0, proxyPort: 0, proxySslPort: 0, inForce });
  const { body } = await send(gateway.adminUrl, 'GET', '/');
  expect(body).toMatchObject({
    node_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    pids: { workers: [expect.any(Number), expect.any(Number), expect.any(Number)] },
    configuration: {
      worker_consistency: 'eventual',
      worker_state_update_frequency: 3,
      db_update_frequency: 5,
      db_update_propagation: 0,
      nginx_worker_processes: '3',
      router_flavor: 'traditional_compatible',
    },
  });
  await service('late');
  await route('late', 'late', { paths: ['/late'] });
  expect((await call('/late')).status).toBe(404);
  await vi.waitFor(async () => expect((await call('/late')).status).toBe(200), 5000);
});
