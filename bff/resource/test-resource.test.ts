import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceTested } from '#domain/resource/test-steps.ts';
import { unsavedGatewayId } from '#gateway/telemetry/test-key.ts';
import { type Gateway, startGateway } from '#sandbox/gateway/start-gateway.ts';
import { quickFolder } from '#test/runner/quick-folder.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { createIngestApp } from '../app.ts';

const adminToken = 'the-key-of-the-admin-api';

let world: BffWorld;
let kong: Gateway;
let folder: string;
let portal: Server;
let portalUrl: string;
const addressOf = (server: { address: () => AddressInfo | string | null }) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeAll(async () => {
  world = await startBffWorld();
  folder = await mkdtemp(path.join(quickFolder(), 'portico-tested-'));
  kong = await startGateway({ dataFolder: folder, adminPort: 0, proxyPort: 0, proxySslPort: 0, adminToken });
  portal = createAdaptorServer({ fetch: createIngestApp(world.services).fetch }) as Server;
  portal.listen(0, '127.0.0.1');
  await once(portal, 'listening');
  portalUrl = addressOf(portal);
});
afterAll(async () => {
  portal.close();
  await kong.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const pairs = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }));
const test = async (json: object) => {
  const { status, body } = await world.ask(world.acme.members.portal, 'POST', '/api/resource/test', { json });
  return { status, body: body as unknown as ResourceTested & { code?: string; errors?: { field: string }[] } };
};
const gateway = (values: Record<string, string> = {}, more: object = {}) => ({
  type: 'KONG',
  configs: pairs({
    ...{ adminUrl: kong.adminUrl, apiUrl: kong.proxyUrl, apiSslUrl: kong.proxySslUrl },
    ...{ httpLogEndpoint: portalUrl, adminApiKey: adminToken, clusters: '1', ...values },
  }),
  ...more,
});
const statesIn = ({ body }: Awaited<ReturnType<typeof test>>) =>
  body.steps.map(({ finding, state }) => `${state} ${finding}`);
const left = async () => {
  const headers = { 'kong-admin-token': adminToken };
  const kinds = ['routes', 'plugins'].map((kind) => fetch(`${kong.adminUrl}/${kind}`, { headers }));
  const lists = await Promise.all((await Promise.all(kinds)).map((response) => response.json()));
  return (lists as { data: unknown[] }[]).flatMap(({ data }) => data);
};

describe('a gateway that is not saved yet', () => {
  it('is tried both ways, and nothing of it stays: at the gateway, in the log, among the calls', async () => {
    const before = await world.countEvents();
    const tested = await test(gateway());
    expect(statesIn(tested)).toEqual([
      'ok kong',
      'ok router',
      'ok nodes',
      'ok plugins',
      'ok proxy',
      'note https-untrusted',
      'ok same-kong',
      'ok reports',
    ]);
    expect(tested.body.works).toBe(true);
    expect(await left()).toEqual([]);
    expect(await world.countEvents()).toBe(before);
    const { rowCount } = await world.pool.query('select from gateway_requests where gateway_id = $1', [
      unsavedGatewayId,
    ]);
    expect(rowCount).toBe(0);
    expect(JSON.stringify(tested)).not.toContain(adminToken);
  });

  it('trusts an authority of its own only when its certificate comes along', async () => {
    const adminUrl = kong.proxySslUrl;
    expect(statesIn(await test(gateway({ adminUrl })))).toEqual(['failed gateway-check.untrusted']);
  });

  it.each([
    ['nobody', { adminUrl: 'http://127.0.0.1:1' }, ['failed gateway-check.no-answer']],
    ['a wrong key', { adminApiKey: 'wrong' }, ['failed gateway-check.key-refused']],
    [
      'a proxy of nobody',
      { apiUrl: 'http://127.0.0.1:1' },
      ['ok kong', 'ok router', 'ok nodes', 'ok plugins', 'failed gateway-check.proxy-silent'],
    ],
  ])('says what is wrong: %s', async (_what, values, states) => {
    const tested = await test(gateway(values));
    expect(statesIn(tested)).toEqual(states);
    expect(tested.body.works).toBe(false);
  });

  it('says which plugins are missing that only some deployments need', async () => {
    const said = await (await fetch(kong.adminUrl, { headers: { 'kong-admin-token': adminToken } })).json();
    const { cors: _cors, 'bot-detection': _bots, ...others } = said.plugins.available_on_server;
    const lacking = { ...said, plugins: { available_on_server: others } };
    const admin = createAdaptorServer({ fetch: () => Response.json(lacking) }) as Server;
    admin.listen(0, '127.0.0.1');
    await once(admin, 'listening');
    const tested = await test(gateway({ adminUrl: addressOf(admin), apiUrl: 'http://127.0.0.1:1' }));
    admin.close();
    expect(tested.body.steps).toContainEqual({
      finding: 'plugins-lacking',
      state: 'note',
      parameters: { plugins: 'bot-detection, cors' },
    });
  });

  it('says at the field where no gateway may be, and which properties are missing', async () => {
    const metadata = await test(gateway({ adminUrl: 'http://169.254.169.254' }));
    expect(metadata.body).toMatchObject({ code: 'resource.address-refused', errors: [{ field: 'configs.0.value' }] });
    expect((await test(gateway({ clusters: '' }))).body).toMatchObject({ code: 'resource.clusters-required' });
  });
});

it('a saved gateway is tried with its kept key, which goes to no other server', async () => {
  const saved = await world.ask(world.acme.members.portal, 'POST', '/api/resources', {
    json: { ...gateway(), name: 'Kept', isPublic: true },
  });
  const id = saved.body.id as number;
  await world.allShown();
  const same = await test(gateway({ adminApiKey: '' }, { id }));
  expect(statesIn(same)).toContain('ok reports');
  expect(await left()).toEqual([]);
  const other = await test(gateway({ adminUrl: 'http://127.0.0.1:1', adminApiKey: '' }, { id }));
  expect(other.body).toMatchObject({ code: 'resource.secret-again' });
});

/** Answers in the protocol of Redis, by the first words of commands. */
type Answers = Readonly<Record<string, string | ((words: readonly string[]) => string)>>;

const redisOf = async (answers: Answers): Promise<TcpServer> => {
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      const lines = data.toString().split('\r\n');
      for (const [at, line] of lines.entries()) {
        const answer = answers[line.toLowerCase()];
        // The line before a word is its length, and the one before that how many words come.
        if (answer === undefined || !lines[at - 2]?.startsWith('*')) continue;
        socket.write(`${typeof answer === 'string' ? answer : answer(lines)}\r\n`);
      }
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};
const version = 'redis_version:8.0.1\r\n';
const hello = '%1\r\n$6\r\nserver\r\n$5\r\nredis';
const usual: Answers = { hello, ping: '+PONG', info: `$${version.length}\r\n${version}`, client: '+OK', quit: '+OK' };
const noAuth = '-NOAUTH HELLO must be called with the client already authenticated';
/** One with a password, which is `right`. */
const locked: Answers = {
  ...usual,
  hello: (words) => {
    if (words.includes('right')) return hello;
    return words.includes('AUTH') ? '-WRONGPASS invalid username-password pair or user is disabled.' : noAuth;
  },
};

describe('a Redis', () => {
  it.each<[string, Answers, string, string[]]>([
    ['without a password', usual, 'NO', ['ok redis', 'ok redis-open']],
    ['without a password, which takes every one', usual, 'every', ['ok redis', 'note redis-open']],
    ['with its password', locked, 'right', ['ok redis', 'ok redis-password']],
    ['with a wrong one', locked, 'wrong', ['failed redis-check.password-refused']],
    ['that asks for one', locked, 'NO', ['failed redis-check.password-needed']],
    ['that is something else', { hello: 'HTTP/1.1 400 Bad Request' }, 'NO', ['failed redis-check.no-redis']],
  ])('%s', async (_what, answers, password, states) => {
    const server = await redisOf(answers);
    const { port } = server.address() as AddressInfo;
    const configs = pairs({ host: '127.0.0.1', port: String(port), timeout: '2000', password });
    expect(statesIn(await test({ type: 'REDIS', configs }))).toEqual(states);
    server.close();
  });

  it('that is away', async () => {
    const configs = pairs({ host: '127.0.0.1', port: '1', timeout: '500', password: 'NO' });
    expect(statesIn(await test({ type: 'REDIS', configs }))).toEqual(['failed redis-check.no-answer']);
  });
});

it('a Kafka that is away', async () => {
  const configs = pairs({ envType: 'DEV', address: '127.0.0.1:1', securityProtocol: 'SSL' });
  expect(statesIn(await test({ type: 'KAFKA', configs }))).toEqual(['failed kafka.unreachable']);
});
