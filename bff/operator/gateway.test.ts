import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { type Gateway, startGateway } from '#sandbox/gateway/start-gateway.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { createIngestApp } from '../app.ts';
import { addGateway } from './add-gateway.ts';
import { readGatewayArguments } from './gateway-arguments.ts';
import { findGateway } from './gateway-settings.ts';
import { listGateways } from './list-gateways.ts';
import type { Operator } from './open-operator.ts';
import { removeGateway } from './remove-gateway.ts';
import { setGateway } from './set-gateway.ts';
import { type Patience, testGateway } from './test-gateway.ts';

const { token } = vi.hoisted(() => ({ token: 'the-key-of-the-admin-api' }));
vi.mock(import('./read-secret.ts'), () => ({ readSecret: async () => token }));

let world: BffWorld;
let kong: Gateway;
let other: Gateway;
let folder: string;
let portal: Server;
let portalUrl: string;
/** The name of a gateway that something is deployed to. */
let used: string;

beforeAll(async () => {
  world = await startBffWorld();
  const { rows } = await world.pool.query<{ name: string }>(
    'select name from resources where id in (select gateway_id from deployments) order by id limit 1',
  );
  used = rows[0]?.name ?? '';
  folder = await mkdtemp(path.join(tmpdir(), 'portico-operator-'));
  const start = (name: string, adminToken?: string) =>
    startGateway({ dataFolder: path.join(folder, name), adminPort: 0, proxyPort: 0, proxySslPort: 0, adminToken });
  [kong, other] = await Promise.all([start('one'), start('other', token)]);
  portal = createAdaptorServer({ fetch: createIngestApp(world.services).fetch }) as Server;
  portal.listen(0, '127.0.0.1');
  await once(portal, 'listening');
  portalUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
});
afterAll(async () => {
  portal.close();
  await Promise.all([kong.close(), other.close()]);
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

let printed: string;
/** Short where nothing comes. */
let patience: Partial<Patience>;
beforeEach(() => {
  patience = {};
  printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => {
    printed += `${text}\n`;
  });
  vi.stubEnv('KONG_ADMIN_TOKEN', '');
});

/** What `npm run gateway -- <args>` does; returns what it prints. */
const gateway = async (...args: string[]): Promise<string> => {
  printed = '';
  const operator = { ...world.services, caughtUp: async () => void (await world.allShown()) } as unknown as Operator;
  const asked = readGatewayArguments(args);
  if (asked.verb === 'list') await listGateways(operator);
  if (asked.verb === 'add') await addGateway(operator, asked.settings);
  if (asked.verb === 'set') await setGateway(operator, asked.gateway, asked.settings);
  if (asked.verb === 'test') await testGateway(operator, asked.gateway, patience);
  if (asked.verb === 'remove') await removeGateway(operator, asked.gateway);
  return printed;
};

const settingsOf = (name: string) => findGateway(world.services as unknown as Operator, name);
const add = (name: string) =>
  gateway(
    ...['add', '--name', name, '--admin-url', kong.adminUrl, '--proxy-url', kong.proxyUrl, '--public'],
    ...['--portal-url', portalUrl, '--proxy-ssl-url', kong.proxySslUrl],
  );
const rowsLeft = async () => {
  const kinds = ['routes', 'plugins'].map((kind) => fetch(`${kong.adminUrl}/${kind}`).then((each) => each.json()));
  return ((await Promise.all(kinds)) as { data: unknown[] }[]).flatMap(({ data }) => data);
};

it('adds a gateway, tries it both ways without a trace, changes and removes it', async () => {
  await add('Trial');
  const { resourceId } = await settingsOf('trial');
  const tried = await gateway('test', 'trial');
  expect(tried).toContain(`ok      The proxy at ${kong.proxyUrl} belongs to this Admin API.`);
  expect(tried).toContain('ok      Its reports reach the portal');
  expect(tried).toContain('note    Callers: this machine does not trust the certificate');
  expect(await rowsLeft()).toEqual([]);
  // Nobody's call: it is not in the history of calls.
  expect((await world.pool.query('select from gateway_requests where gateway_id = $1', [resourceId])).rowCount).toBe(0);

  const changed = await gateway('set', String(resourceId), '--name', 'Main', '--organizations', 'Acme');
  expect(changed).toContain('name: Trial -> Main');
  expect(await settingsOf('main')).toMatchObject({ isPublic: false, organizations: [world.acme.organizationId] });
  expect(await gateway('set', 'Main', '--organizations', 'Acme')).toContain('is so already');
  expect(await gateway('list')).toMatch(new RegExp(`${resourceId} {2}Main .* Acme$`, 'm'));

  await gateway('remove', 'main');
  expect(await gateway('list')).not.toContain('Main');
  expect(await loadState(world.services.store, resourceDecider, resourceId)).toEqual({ status: 'removed', resourceId });
  await expect(gateway('test', 'Main')).rejects.toThrow('There is no gateway Main. There are:');
});

it('says that reports do not arrive, and that a certificate is not trusted', async () => {
  await add('Silent');
  await gateway('set', 'Silent', '--portal-url', kong.proxySslUrl);
  patience = { report: 500 };
  await expect(gateway('test', 'Silent')).rejects.toThrow('Silent does not work as it should.');
  expect(printed).toContain('note    Reports: this machine does not trust the certificate of');
  expect(printed).toContain('FAILED  Its reports do not reach the portal at');
  expect(await rowsLeft()).toEqual([]);
  await gateway('set', 'Silent', '--portal-url', portalUrl, '--proxy-url', other.proxyUrl);
  patience = { proxy: 500 };
  await expect(gateway('test', 'Silent')).rejects.toThrow('does not work');
  expect(printed).toContain("does not show what is written to the Admin API: is it another Kong's?");
  await gateway('remove', 'Silent');
});

it('refuses what does not respond, what another gateway has, and a gateway that is used', async () => {
  await add('Strict');
  await expect(gateway('set', 'Strict', '--admin-url', 'http://127.0.0.1:1')).rejects.toThrow('No Admin API answers');
  await expect(gateway('set', 'Strict', '--proxy-url', 'http://127.0.0.1:1')).rejects.toThrow('does not respond');
  await expect(gateway('set', 'Strict', '--name', 'acme GATEWAY')).rejects.toThrow('There is a gateway called');
  await expect(gateway('set', 'Strict', '--admin-url', other.adminUrl)).rejects.toThrow('refuses the request (401)');
  await expect(gateway('set', 'Strict', '--organizations', 'Nobody')).rejects.toThrow('no organization Nobody');
  await expect(gateway('set', 'Strict')).rejects.toThrow('Say what changes');
  await expect(gateway('remove', used)).rejects.toThrow(/\d+ deployments are on .*:\n {2}\d+ /);
});

it('brings what is deployed to another Kong, with its keys, and forgets the old key of the Admin API', async () => {
  const before = await settingsOf(used);
  const moved = ['--admin-url', other.adminUrl, '--proxy-url', other.proxyUrl, '--portal-url', portalUrl];
  const said = await gateway('set', used, ...moved, '--admin-key');
  const after = await settingsOf(used);
  expect(after).toMatchObject({ adminUrl: other.adminUrl, apiUrl: other.proxyUrl });
  expect(after.telemetryKey).toEqual(before.telemetryKey);
  const { rows } = await world.pool.query<{ noun: string }>(
    `select data::jsonb->'about'->>'noun' as noun from events where type = 'ReconciliationRequested'
     and data::jsonb->>'reason' = 'gateway-changed'`,
  );
  const count = (noun: string) => rows.filter((row) => row.noun === noun).length;
  expect(count('deployment')).toBeGreaterThan(0);
  expect(said).toContain(`${count('deployment')} deployments and ${count('consumer')} keys are brought there now`);
  const { vault, pool } = world.services;
  expect(await vault.openSecret(pool, before.adminApiKey?.secretId ?? '')).toBeUndefined();
  expect(await vault.openSecret(pool, after.adminApiKey?.secretId ?? '')).toBe(token);
  expect(JSON.stringify(rows) + said).not.toContain(token);
});
