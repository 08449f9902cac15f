import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { type Gateway, startGateway } from '#sandbox/gateway/start-gateway.ts';
import { examplePem } from '#test/examples/certificate.ts';
import { noId } from '#test/examples/route-examples.ts';
import { quickFolder } from '#test/runner/quick-folder.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

const adminToken = 'the-key-of-the-admin-api';

let world: BffWorld;
let kong: Gateway;
let folder: string;
let other: Server;
beforeAll(async () => {
  world = await startBffWorld();
  folder = await mkdtemp(path.join(quickFolder(), 'portico-resources-'));
  kong = await startGateway({ dataFolder: folder, adminPort: 0, proxyPort: 0, proxySslPort: 0, adminToken });
  other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
});
afterAll(async () => {
  other.close();
  await kong.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const portal = () => world.acme.members.portal;
const ask = async (method: string, target: string, json?: unknown) => {
  await world.allShown();
  const { status, body } = await world.ask(portal(), method, target, json === undefined ? {} : { json });
  await world.allShown();
  return { status, body: body as Record<string, never> & { code?: string; errors?: unknown[] } };
};
const pairs = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }));
const redis = (name: string, values: Record<string, string> = {}, more: object = {}) => ({
  ...{ name, type: 'REDIS', isPublic: false },
  configs: pairs({ host: 'redis.example', port: '6379', timeout: '500', password: 'NO', ...values }),
  ...more,
});
const gateway = (name: string, values: Record<string, string> = {}, more: object = {}) => ({
  ...{ name, type: 'KONG', isPublic: true },
  configs: pairs({
    ...{ adminUrl: kong.adminUrl, apiUrl: kong.proxyUrl, apiSslUrl: kong.proxySslUrl },
    ...{ httpLogEndpoint: 'https://portal.example', adminApiKey: adminToken, clusters: 'one, two', ...values },
  }),
  ...more,
});
const save = (body: object) => ask('POST', '/api/resources', body);
const add = async (body: object): Promise<number> => {
  const saved = await save(body);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return saved.body.id as unknown as number;
};
const read = async (id: number) => (await ask('GET', `/api/resource/${id}`)).body;
const valueIn = (row: Readonly<Record<string, unknown>>, name: string) =>
  (row.configs as { name: string; value: string }[]).find((config) => config.name === name)?.value;
const problemOf = ({ body }: Awaited<ReturnType<typeof ask>>) => [
  body.code,
  ...(body.errors ?? []).map((each) => (each as { field: string }).field),
];

describe('a gateway', () => {
  it('is asked whether it works, then saved, changed and removed', async () => {
    const id = await add(gateway('Saved gateway'));
    const row = await read(id);
    expect(row).toMatchObject({ id, name: 'Saved gateway', type: 'KONG', isPublic: true, basedOn: 1 });
    expect(valueIn(row, 'httpLogEndpoint')).toBe('https://portal.example');
    expect(valueIn(row, 'clusters')).toBe('one, two');
    const state = await loadState(world.services.store, resourceDecider, id);
    expect(state).toMatchObject({
      nodes: 2,
      httpLogEndpoint: `https://portal.example/ingest/gateways/${id}/requests`,
    });

    expect((await save(gateway('Renamed', { adminApiKey: '', clusters: '3' }, { id }))).status).toBe(200);
    const after = await loadState(world.services.store, resourceDecider, id);
    expect(after).toMatchObject({
      name: 'Renamed',
      nodes: 3,
      nodeNames: [],
      adminApiKey: (state as { adminApiKey: unknown }).adminApiKey,
    });

    const history = await ask('GET', `/api/resource/${id}/history`);
    expect(history.body).toMatchObject([
      {
        kind: 'changed',
        changes: [{ field: 'name' }, { field: 'properties', from: 'clusters: one, two', to: 'clusters: 3' }],
      },
      { kind: 'added' },
    ]);
    const removed = await ask('DELETE', `/api/resource/${id}`);
    expect(removed.body).toMatchObject({ entityId: id });
    expect(await ask('GET', `/api/resource/${id}`)).toMatchObject({ status: 404 });
  });

  it('answers its key nowhere, keeps it when the field is empty, and destroys it with its successor', async () => {
    const id = await add(gateway('Sealed gateway'));
    const sealed = async () => {
      const state = await loadState(world.services.store, resourceDecider, id);
      return (state as { adminApiKey: { secretId: string } | null }).adminApiKey?.secretId ?? '';
    };
    const open = (secret: string) => world.services.vault.openSecret(world.pool, secret);
    const first = await sealed();
    expect(await open(first)).toBe(adminToken);
    const answers = [await ask('GET', '/api/resources/'), await ask('GET', `/api/resource/${id}/history`)];
    const { rows } = await world.pool.query('select data::text as text from events where stream = $1', [
      `resource-${id}`,
    ]);
    expect(JSON.stringify([answers, rows])).not.toContain(adminToken);
    expect(valueIn(await read(id), 'adminApiKey')).toBe('');
    await save(gateway('Sealed gateway', {}, { id }));
    expect(await sealed()).not.toBe(first);
    expect(await open(first)).toBeUndefined();
    const last = await sealed();
    await ask('DELETE', `/api/resource/${id}`);
    expect(await open(last)).toBeUndefined();
  });

  it('is refused at the property that is wrong', async () => {
    const refused = async (values: Record<string, string>) => problemOf(await save(gateway('Refused', values)));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const before = await world.countEvents();
    expect(await refused({ adminUrl: 'http://127.0.0.1:1' })).toEqual(['gateway-check.no-answer', 'configs.0.value']);
    expect(await refused({ adminUrl: elsewhere })).toEqual(['gateway-check.no-kong', 'configs.0.value']);
    expect(await refused({ adminUrl: kong.proxySslUrl })).toEqual(['gateway-check.untrusted', 'configs.0.value']);
    expect(await refused({ apiUrl: 'http://127.0.0.1:1' })).toEqual(['gateway-check.proxy-silent', 'configs.1.value']);
    expect(await refused({ adminApiKey: 'wrong' })).toEqual(['gateway-check.key-refused', 'configs.4.value']);
    expect(await refused({ adminUrl: 'http://169.254.169.254' })).toEqual([
      'resource.address-refused',
      'configs.0.value',
    ]);
    const { PORT, PUBLIC_URL } = world.services.settings;
    expect(await refused({ adminUrl: `http://127.0.0.1:${PORT}` })).toEqual([
      'resource.address-own',
      'configs.0.value',
    ]);
    expect(await refused({ apiUrl: PUBLIC_URL })).toEqual(['resource.address-own', 'configs.1.value']);
    expect(await world.countEvents()).toBe(before);
  });

  it('sends its kept key to no other server: for another address it has to be given again', async () => {
    const id = await add(gateway('Moving gateway'));
    const heard: string[] = [];
    other.on('request', ({ headers }) => void heard.push(JSON.stringify(headers)));
    const adminUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const moved = await save(gateway('Moving gateway', { adminUrl, adminApiKey: '' }, { id }));
    expect(problemOf(moved)).toEqual(['resource.secret-again', 'configs.4.value']);
    expect(heard).toEqual([]);
    // Its proxy is sent no key.
    const proxy = { apiUrl: adminUrl, adminApiKey: '' };
    expect((await save(gateway('Moving gateway', proxy, { id }))).status).toBe(200);
    await ask('DELETE', `/api/resource/${id}`);
    const cache = await add(redis('Moving cache', { password: 'p4' }));
    const port = await save(redis('Moving cache', { port: '6380', password: '' }, { id: cache }));
    expect(problemOf(port)).toEqual(['resource.secret-again', 'configs.3.value']);
  });

  it('is no second entry for the same Kong', async () => {
    const id = await add(gateway('First entry'));
    expect(problemOf(await save(gateway('Second entry')))).toEqual(['resource.gateway-taken', 'configs.0.value']);
    await ask('DELETE', `/api/resource/${id}`);
  });

  it('with deployments is not removed, and the refusal says which', async () => {
    const { status, body } = await ask('DELETE', `/api/resource/${world.publicGatewayId}`);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'resource.in-use',
      detail: expect.stringContaining('An error occured while deleting the resource server.'),
      errors: [{ code: 'resource.has-deployments', field: 'deployments', parameters: { names: expect.any(String) } }],
    });
  });
});

describe('a Redis and a broker', () => {
  it('are not taken for saved with another password under the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'redis-of-two-passwords' };
    const saveOnce = (password: string) =>
      world.ask(portal(), 'POST', '/api/resources', { json: redis('Twice', { password }), headers });
    const first = await saveOnce('p4');
    expect(first.status).toBe(200);
    expect((await saveOnce('p4')).body).toEqual(first.body);
    expect(await saveOnce('p5')).toMatchObject({ status: 409, body: { code: 'idempotency-key.reused' } });
  });

  it('keep a password sealed, and none of its characters is in the log', async () => {
    const id = await add(redis('Cache', { password: 'p4' }));
    const { rows } = await world.pool.query('select data::text as text from events where stream = $1', [
      `resource-${id}`,
    ]);
    expect(JSON.stringify(rows)).not.toContain('p4');
    expect(valueIn(await read(id), 'password')).toBe('');
    const password = async () =>
      (await loadState(world.services.store, resourceDecider, id)) as { password: { secretId: string } | null };
    const first = (await password()).password?.secretId ?? '';
    expect(await world.services.vault.openSecret(world.pool, first)).toBe('p4');
    await save(redis('Cache', { password: 'NO' }, { id }));
    expect(await password()).toMatchObject({ password: null });
    expect(await world.services.vault.openSecret(world.pool, first)).toBeUndefined();
  });

  it('a broker is saved with its protocol', async () => {
    const configs = pairs({
      ...{ envType: 'DEV', address: 'a.example:9092, b.example:9092', internalAddr: '', securityProtocol: 'SASL_SSL' },
      ...{ mechanism: 'PLAIN', user: 'portico', password: 'secret', team: 'streams' },
    });
    const id = await add({ name: 'Streams', type: 'KAFKA', configs });
    const row = await read(id);
    expect(valueIn(row, 'address')).toBe('a.example:9092,b.example:9092');
    expect(valueIn(row, 'team')).toBe('streams');
    expect(problemOf(await save({ id, name: 'Streams', type: 'REDIS', configs: redis('x').configs }))).toEqual([
      'resource.type-fixed',
      'type',
    ]);
    const metadata = configs.map((each) => (each.name === 'address' ? { ...each, value: '169.254.169.254:80' } : each));
    expect(problemOf(await save({ name: 'Cloud', type: 'KAFKA', configs: metadata }))[0]).toBe(
      'resource.address-refused',
    );
  });

  it('have names that no other resource has, whatever the case', async () => {
    await add(redis('Sessions'));
    expect(problemOf(await save(redis('SESSIONS')))).toEqual(['resource.name-taken', 'name']);
  });

  it('are found by type and by who may use them', async () => {
    await add(redis('Private one'));
    await add(redis('Public one', {}, { isPublic: true }));
    const names = async (query: string) =>
      ((await ask('GET', `/api/resources/?${query}`)).body as unknown as { name: string }[]).map(({ name }) => name);
    expect(await names('type=REDIS&public=0')).toContain('Private one');
    expect(await names('type=REDIS&public=0')).not.toContain('Public one');
    expect(await names('public=1')).toEqual(expect.arrayContaining(['Public one', 'Public gateway']));
    expect(await names('type=KONG')).not.toContain('Private one');
  });
});

describe('who may use a resource', () => {
  const certificatesFor = async (who: 'acme' | 'partner', id: number) => {
    const { body } = await world.ask(world[who].members.user, 'GET', `/api/certificates?resourceId=${id}`);
    return (body as unknown as { name: string }[]).map(({ name }) => name);
  };

  it('is added and ended, also for those who read its certificates', async () => {
    const id = await add(redis('Granted'));
    await ask('POST', '/api/certificate', { name: 'ca.pem', certificate: examplePem, resource: id });
    const { organizationId } = world.partner;
    expect(await certificatesFor('partner', id)).toEqual([]);
    const granted = await ask('POST', '/api/resourceAccess', { resourceId: id, organizationId });
    expect(granted.body).toMatchObject({ id: `${id}-${organizationId}`, organization: { name: 'Partner' } });
    expect(await certificatesFor('partner', id)).toEqual(['ca.pem']);
    expect((await ask('GET', `/api/resourceAccess?resourceId=${id}`)).body).toMatchObject([{ organizationId }]);
    const removal = await ask('DELETE', `/api/resource/${id}`);
    expect(problemOf(removal)).toEqual(['resource.in-use', 'certificates', 'organizations']);
    expect((await ask('DELETE', `/api/resourceAccess/${id}-${organizationId}`)).status).toBe(200);
    expect(await ask('DELETE', `/api/resourceAccess/${id}-${organizationId}`)).toMatchObject({ status: 404 });
    expect(await certificatesFor('partner', id)).toEqual([]);
    const unknown = await ask('POST', '/api/resourceAccess', { resourceId: id, organizationId: noId });
    expect(problemOf(unknown)).toEqual(['user.organization-unknown', 'organizationId']);
  });
});

describe('certificates', () => {
  const send = (resource: number, name: string, certificate: string) =>
    ask('POST', '/api/certificate', { name, certificate, resource });

  it('are read, told when they end, and taken away', async () => {
    const id = await add(redis('With files', {}, { certificates: [{ name: 'first.pem', certificate: examplePem }] }));
    const added = await send(id, 'two.pem', `A description\r\n${examplePem}${examplePem}`);
    expect(added.body).toMatchObject({
      name: 'two.pem',
      resource: id,
      content: [{ subject: 'CN=Example CA', issuer: 'CN=Example CA' }, {}],
      certificate: expect.not.stringContaining('description'),
    });
    const listed = await ask('GET', `/api/certificates?resourceId=${id}`);
    expect(listed.body).toMatchObject([
      { name: 'first.pem', expiresAt: expect.stringMatching(/^21\d\d-/) },
      { name: 'two.pem' },
    ]);
    expect((await ask('DELETE', `/api/certificate/${added.body.id}`)).status).toBe(200);
    expect((await ask('DELETE', `/api/certificate/${added.body.id}`)).status).toBe(404);
  });

  it('are refused with the reason', async () => {
    const id = await add(redis('Strict files', {}, { certificates: [{ name: 'ca.pem', certificate: examplePem }] }));
    const before = await world.countEvents();
    const key = '-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n';
    expect(problemOf(await send(id, 'CA.pem', examplePem))).toEqual(['certificate.name-taken', 'name']);
    expect(problemOf(await send(id, 'a', examplePem + key))).toEqual(['certificate.private-key', 'certificate']);
    expect(problemOf(await send(id, 'a', 'garbage'))).toEqual(['certificate.not-pem', 'certificate']);
    const broken = examplePem.replace(/\n[A-Za-z0-9]{20}/, '\nAAAAAAAAAAAAAAAAAAAA');
    expect(problemOf(await send(id, 'a', broken))).toEqual(['certificate.unreadable', 'certificate']);
    expect(problemOf(await send(id, 'a', 'x'.repeat(100_000)))).toEqual(['certificate.too-large', 'certificate']);
    expect((await send(id, 'a', 'x'.repeat(5_000_000))).status).toBe(413);
    expect(await send(noId, 'a', examplePem)).toMatchObject({ status: 404 });
    expect(await world.countEvents()).toBe(before);
  });
});

it('says what each type needs, with what is usual', async () => {
  const { body } = await ask('GET', '/api/resourceTypes');
  expect(body).toMatchObject([
    { id: 1, name: 'KONG' },
    { id: 2, name: 'KAFKA' },
    { id: 3, name: 'REDIS' },
  ]);
  const [kongs] = body as unknown as { configs: { name: string }[] }[];
  expect(kongs?.configs.find(({ name }) => name === 'httpLogEndpoint')).toMatchObject({
    isRequired: true,
    default: world.services.settings.PUBLIC_URL,
  });
});
