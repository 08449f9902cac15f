import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from './conformance/client.ts';
import { startLogListener } from './conformance/recorded-upstream.ts';
import { type EchoUpstream, startEchoUpstream } from './echo-upstream.ts';
import type { Row } from './kernel/json.ts';
import { type Gateway, type GatewayOptions, startGateway } from './start-gateway.ts';

let folder: string;
let gateway: Gateway;
let echo: EchoUpstream;

const start = (more: Partial<GatewayOptions> = {}) =>
  startGateway({ dataFolder: folder, adminPort: 0, proxyPort: 0, proxySslPort: 0, ...more });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  gateway = await start();
  echo = await startEchoUpstream({ port: 0 });
});

afterEach(async () => {
  await gateway.close();
  await echo.close();
  await rm(folder, { recursive: true });
});

const json = { 'Content-Type': 'application/json' };
async function admin(method: string, path: string, body?: Row): Promise<Row> {
  const response = await send(gateway.adminUrl, method, path, body ? json : {}, body);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return (response.body ?? {}) as Row;
}

/** Creates a service for the echo upstream, a route and plugins. */
async function deploy(name: string, plugins: Row[] = []): Promise<void> {
  await admin('PUT', `/services/${name}`, { url: echo.url });
  await admin('PUT', `/services/${name}/routes/${name}`, { paths: [`/${name}`] });
  for (const plugin of plugins) await admin('POST', `/services/${name}/plugins`, plugin);
}

const call = (path: string, headers: Record<string, string> = {}) => send(gateway.proxyUrl, 'GET', path, headers);

const oauth2 = (config: Row): Row => ({ name: 'oauth2', config: { enable_client_credentials: true, ...config } });

async function token(path: string): Promise<string> {
  const response = await send(gateway.proxySslUrl, 'POST', `${path}/oauth2/token`, json, {
    grant_type: 'client_credentials',
    client_id: 'client',
    client_secret: 'secret',
  });
  expect(response.status).toBe(200);
  return String((response.body as Row).access_token);
}

test('keeps a connection to the Admin API open between calls as long as nginx does', async () => {
  const { headers } = await fetch(gateway.adminUrl);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});

test('keeps state, tokens and the certificate over a restart', async () => {
  await deploy('orders', [oauth2({ token_expiration: 600 }), { name: 'acl', config: { allow: ['buyers'] } }]);
  await admin('POST', '/consumers', { username: 'shop', tags: ['portico'] });
  await admin('POST', '/consumers/shop/oauth2', {
    name: 'shop',
    client_id: 'client',
    client_secret: 'secret',
    hash_secret: true,
  });
  await admin('POST', '/consumers/shop/acls', { group: 'buyers' });
  const bearer = { Authorization: `Bearer ${await token('/orders')}` };
  const before = (await admin('GET', '/services/orders')).id;
  expect((await call('/orders/x', bearer)).status).toBe(200);
  await gateway.close();
  gateway = await start();
  expect((await admin('GET', '/services/orders')).id).toBe(before);
  expect((await call('/orders/x', bearer)).status).toBe(200);
  expect((await admin('GET', '/consumers?tags=portico')).data).toHaveLength(1);
  await token('/orders');
});

test('a change is on disk before its response: a copy at that moment contains it', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => admin('PUT', `/consumers/c${i}`, {})));
  const { createStore } = await import('./entity/store.ts');
  const { readSnapshot } = await import('./snapshot.ts');
  expect(createStore(readSnapshot(join(folder, 'gateway.json'))).list('consumers')).toHaveLength(20);
});

test('a token is invalid after its time and after its deletion', async () => {
  await deploy('short', [oauth2({ token_expiration: 1 })]);
  await admin('POST', '/consumers', { username: 'shop' });
  await admin('POST', '/consumers/shop/oauth2', { name: 'shop', client_id: 'client', client_secret: 'secret' });
  const bearer = { Authorization: `Bearer ${await token('/short')}` };
  expect((await call('/short', bearer)).status).toBe(200);
  await vi.waitFor(async () => expect((await call('/short', bearer)).status).toBe(401), {
    timeout: 30_000,
    interval: 100,
  });
  const next = await token('/short');
  await admin('DELETE', `/oauth2_tokens/${next}`);
  expect((await call('/short', { Authorization: `Bearer ${next}` })).status).toBe(401);
});

test('a key with a ttl is invalid after it', async () => {
  await deploy('keyed', [{ name: 'key-auth' }]);
  await admin('POST', '/consumers', { username: 'shop' });
  await admin('POST', '/consumers/shop/key-auth', { key: 'brief', ttl: 1 });
  expect((await call('/keyed', { apikey: 'brief' })).status).toBe(200);
  await vi.waitFor(async () => expect((await call('/keyed', { apikey: 'brief' })).status).toBe(401), {
    timeout: 30_000,
    interval: 100,
  });
  expect((await admin('GET', '/key-auths')).data).toEqual([]);
});

test('lists by tag have pages, and following `next` returns every object once', async () => {
  for (let i = 0; i < 7; i += 1) await admin('PUT', `/consumers/c${i}`, { tags: ['portico', i % 2 ? 'odd' : 'even'] });
  const seen: unknown[] = [];
  let next: unknown = '/consumers?tags=portico,even&size=3';
  while (typeof next === 'string') {
    const page: Row = await admin('GET', next);
    seen.push(...(page.data as Row[]).map((row) => row.username));
    next = page.next;
  }
  expect(seen.toSorted()).toEqual(['c0', 'c2', 'c4', 'c6']);
  const tags = await admin('GET', '/tags/odd');
  expect((tags.data as Row[]).map((row) => row.entity_name)).toEqual(['consumers', 'consumers', 'consumers']);
});

test('http-log posts full batches at once, others after the delay, and tries again when the listener fails', async () => {
  let status = 500;
  const listener = await startLogListener(() => status);
  try {
    const queue = { max_batch_size: 3, max_coalescing_delay: 0.2, initial_retry_delay: 0.05, max_retry_time: 10 };
    const http_endpoint = `http://127.0.0.1:${listener.port}/in`;
    await deploy('logged', [{ name: 'http-log', config: { http_endpoint, headers: { 'X-Token': 't' }, queue } }]);
    for (let i = 0; i < 4; i += 1) await call(`/logged/${i}?n=${i}`);
    await vi.waitFor(() => expect(listener.posts.length).toBeGreaterThan(1), { timeout: 30_000 });
    expect(listener.posts[0]?.body).toHaveLength(3);
    expect(listener.posts[1]?.body).toEqual(listener.posts[0]?.body);
    status = 200;
    await vi.waitFor(() => expect(listener.posts.at(-1)?.body).toHaveLength(1), { timeout: 30_000 });
    const [last] = (listener.posts.at(-1)?.body ?? []) as Row[];
    expect(last).toMatchObject({
      request: { uri: '/logged/3?n=3' },
      response: { status: 200 },
      upstream_status: '200',
    });
    expect(listener.posts[0]?.headers['x-token']).toBe('t');
  } finally {
    await listener.close();
  }
});

test("a consumer's plugin is used before a route's, a route's before a service's, and a service's before a global one", async () => {
  await deploy('scoped', [{ name: 'key-auth' }]);
  const terminate = (message: string): Row => ({ name: 'request-termination', config: { status_code: 418, message } });
  const message = async () => ((await call('/scoped', { apikey: 'k' })).body as Row).message;
  await admin('PUT', '/consumers/shop', {});
  await admin('POST', '/consumers/shop/key-auth', { key: 'k' });
  for (const [path, name] of [
    ['/plugins', 'global'],
    ['/services/scoped/plugins', 'service'],
    ['/routes/scoped/plugins', 'route'],
    ['/consumers/shop/plugins', 'consumer'],
  ] as const) {
    await admin('POST', path, terminate(name));
    expect(await message()).toBe(name);
  }
});

test('targets get calls by weight, and an unhealthy target gets none', async () => {
  const names = ['a', 'b'];
  const servers = names.map((name) => createServer((_request, response) => response.end(name)));
  try {
    await admin('PUT', '/upstreams/pool.example', {});
    for (const [i, server] of servers.entries()) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const port = (server.address() as { port: number }).port;
      await admin('POST', '/upstreams/pool.example/targets', {
        target: `127.0.0.1:${port}`,
        weight: i === 0 ? 30 : 10,
      });
    }
    await admin('PUT', '/services/pooled', { host: 'pool.example' });
    await admin('PUT', '/services/pooled/routes/pooled', { paths: ['/pooled'] });
    const targetsOfEight = async () => {
      const given: unknown[] = [];
      for (let i = 0; i < 8; i += 1) given.push((await call('/pooled')).body);
      return given.toSorted().join('');
    };
    expect(await targetsOfEight()).toBe('aaaaaabb');
    const targets = (await admin('GET', '/upstreams/pool.example/targets')).data as Row[];
    const heavy = targets.find((target) => target.weight === 30);
    await admin('PUT', `/upstreams/pool.example/targets/${heavy?.target}/unhealthy`);
    expect(await targetsOfEight()).toBe('bbbbbbbb');
  } finally {
    for (const server of servers) server.close();
  }
});

test('an Admin API with a token refuses requests without it', async () => {
  await gateway.close();
  gateway = await start({ adminToken: 'let-me-in' });
  const refused = await send(gateway.adminUrl, 'GET', '/services');
  expect([refused.status, refused.body]).toEqual([401, { message: 'Invalid RBAC credentials' }]);
  expect((await send(gateway.adminUrl, 'GET', '/services', { 'Kong-Admin-Token': 'let-me-in' })).status).toBe(200);
});

test('streams a body to the upstream and its response back', async () => {
  await deploy('stream');
  const body = 'x'.repeat(3_000_000);
  const response = await send(gateway.proxyUrl, 'POST', '/stream', { 'Content-Type': 'text/plain' }, body);
  expect(String((response.body as Row).body).length).toBe(body.length);
  expect((await call('/stream/status/503')).status).toBe(503);
});

test('an authentication plugin that does not run here refuses every call', async () => {
  await deploy('jwt', [{ name: 'jwt' }]);
  expect((await call('/jwt')).status).toBe(501);
});

test('reaches an upstream over https, and checks its certificate only if the service says so', async () => {
  await deploy('inner');
  await admin('PUT', '/services/outer', { url: `${gateway.proxySslUrl}/inner` });
  await admin('PUT', '/services/outer/routes/outer', { paths: ['/outer'] });
  expect((await call('/outer/x')).body).toMatchObject({ path: '/x', headers: { 'x-forwarded-proto': 'https' } });
  await admin('PATCH', '/services/outer', { tls_verify: true });
  expect((await call('/outer/x')).status).toBe(502);
});

test('responds to malformed paths, queries and bodies', async () => {
  await deploy('keyed', [{ name: 'key-auth', config: { key_in_body: true, hide_credentials: true } }]);
  await admin('PUT', '/consumers/shop', {});
  await admin('POST', '/consumers/shop/key-auth', { key: 'k' });
  expect((await call('/keyed?%zz=1&apikey=k')).status).toBe(200);
  expect((await send(gateway.proxyUrl, 'POST', '/keyed', json, '{"apikey":')).status).toBe(401);
  expect((await send(gateway.adminUrl, 'GET', '/services/%zz')).status).toBe(400);
});

test('the process prints its addresses when it is ready and stops cleanly on SIGTERM', async () => {
  const env = {
    GATEWAY_ADMIN_PORT: '0',
    GATEWAY_PROXY_PORT: '0',
    GATEWAY_PROXY_SSL_PORT: '0',
    GATEWAY_DATA: join(folder, 'own'),
  };
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  const { ready, adminUrl } = JSON.parse(line) as { ready: boolean; adminUrl: string };
  expect(ready).toBe(true);
  expect((await send(adminUrl, 'GET', '/status')).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('ends the call to the upstream when the client hangs up', async () => {
  let open = 0;
  const slow = createServer((request) => {
    open += 1;
    request.socket.once('close', () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = slow.address() as { port: number };
    await admin('PUT', '/services/slow', { url: `http://127.0.0.1:${port}` });
    await admin('PUT', '/services/slow/routes/slow', { paths: ['/slow'] });
    const controller = new AbortController();
    const calling = fetch(`${gateway.proxyUrl}/slow`, { signal: controller.signal }).catch(() => 'aborted');
    await vi.waitFor(() => expect(open).toBe(1), 10_000);
    controller.abort();
    expect(await calling).toBe('aborted');
    await vi.waitFor(() => expect(open).toBe(0), 10_000);
  } finally {
    slow.closeAllConnections();
    slow.close();
  }
});

test('calls to the Admin API fail at the given rate, and none fails without faults', async () => {
  const put = (faults: Row) => send(gateway.adminUrl, 'PUT', '/portico-faults', json, faults);
  expect((await put({ errors: 2 })).status).toBe(400);
  expect((await put({ errors: 1 })).status).toBe(200);
  expect((await send(gateway.adminUrl, 'PUT', '/services/a', json, { url: echo.url })).status).toBe(500);
  await put({ lost: 1 });
  await expect(send(gateway.adminUrl, 'PUT', '/services/b', json, { url: echo.url })).rejects.toThrow();
  await put({ late: 300 });
  const before = performance.now();
  const { data } = await admin('GET', '/services');
  expect(performance.now() - before).toBeGreaterThan(290);
  expect((data as Row[]).map(({ name }) => name)).toEqual(['b']);
  await put({});
  await admin('PUT', '/services/c', { url: echo.url });
});

test('without a database it refuses changes as Kong does, and says that it has deleted what it keeps', async () => {
  const { id } = (await admin('PUT', '/services/kept', { url: echo.url })) as Row;
  await send(gateway.adminUrl, 'PUT', '/portico-faults', json, { dbless: true });
  try {
    expect(await admin('GET', '/')).toMatchObject({ configuration: { database: 'off' } });
    const change = (method: string, path: string) => send(gateway.adminUrl, method, path, json, { url: echo.url });
    for (const [method, path] of [
      ['POST', '/services'],
      ['PUT', '/services/kept'],
      ['PATCH', '/services/kept'],
      ['POST', '/services/kept/routes'],
    ] as const) {
      const { status, body } = await change(method, path);
      expect({ status, ...(body as Row) }, `${method} ${path}`).toMatchObject({
        status: 405,
        name: 'operation unsupported',
        code: 12,
      });
    }
    expect((await change('PATCH', '/services/none')).status).toBe(404);
    expect((await change('DELETE', '/services/kept')).status).toBe(204);
    expect(await admin('GET', '/services/kept')).toMatchObject({ id });
  } finally {
    await send(gateway.adminUrl, 'PUT', '/portico-faults', json, {});
  }
  expect((await send(gateway.adminUrl, 'DELETE', '/services/kept', json)).status).toBe(204);
});
