import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Gateway, startGateway } from '#sandbox/gateway/start-gateway.ts';
import { quickFolder } from '#test/runner/quick-folder.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { readGatewayArguments } from './gateway-arguments.ts';
import type { Operator } from './open-operator.ts';
import { setGateway } from './set-gateway.ts';

let world: WorkedWorld;
let other: Gateway;
let dataFolder: string;
beforeAll(async () => {
  world = await startWorkedWorld();
  dataFolder = await mkdtemp(path.join(quickFolder(), 'portico-other-'));
  // With the same key, which the command then keeps.
  const { adminToken } = world.gateway;
  other = await startGateway({ dataFolder, adminPort: 0, proxyPort: 0, proxySslPort: 0, adminToken });
});
afterAll(async () => {
  await world.close();
  await other.close();
  await rm(dataFolder, { recursive: true, force: true });
});
beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
});

/** Changes the gateway as `npm run gateway -- set` does, and waits until the worker has carried out what follows. */
const set = async (...options: string[]): Promise<void> => {
  const { store, pool, vault } = world;
  const settings = { PORT: 1, PUBLIC_URL: 'https://portal.example' };
  const operator = { store, pool, vault, settings, now: () => new Date(), caughtUp: async () => undefined };
  const before = await requested();
  const asked = readGatewayArguments(['set', 'Test gateway', ...options]);
  if (asked.verb === 'set') await setGateway(operator as unknown as Operator, asked.gateway, asked.settings);
  const after = (await requested()).filter((id) => !before.includes(id));
  expect(after.length).toBeGreaterThan(0);
  for (const operationId of after) await world.completed(operationId);
};
const requested = async (): Promise<string[]> => {
  const { rows } = await world.pool.query<{ id: string }>(
    "select data::jsonb->>'operationId' as id from events where type = 'ReconciliationRequested'",
  );
  return rows.map(({ id }) => id);
};

const apikey = 'key-of-moved';
const statusesAt = (proxyUrl: string) =>
  Promise.all(
    [{ apikey }, {}, { apikey: 'another' }].map(async (headers: Record<string, string>) => {
      const response = await fetch(`${proxyUrl}${world.at('/moved-dev')}`, { headers });
      await response.body?.cancel();
      return response.status;
    }),
  );

it('a worker brings deployments with their keys to the other Kong, and their reports to the other portal', async () => {
  const { id } = await world.deployed('moved');
  await world.completed(await world.request.addConsumer(world.nextId(), id, apikey));
  expect(await statusesAt(world.proxyUrl)).toEqual([200, 401, 401]);

  const { adminUrl, proxyUrl, proxySslUrl } = other;
  const addresses = ['--admin-url', adminUrl, '--proxy-url', proxyUrl, '--proxy-ssl-url', proxySslUrl];
  await set(...addresses);
  expect(await statusesAt(proxyUrl)).toEqual([200, 401, 401]);

  await set('--portal-url', 'https://reports.example');
  const response = await fetch(`${adminUrl}/plugins`, { headers: { 'kong-admin-token': world.gateway.adminToken } });
  const { data } = (await response.json()) as { data: { name: string; config: { http_endpoint?: string } }[] };
  const logs = data.filter(({ name }) => name === 'http-log');
  expect(logs.map(({ config }) => config.http_endpoint)).toEqual([
    expect.stringMatching(/^https:\/\/reports\.example\//),
  ]);
  expect(await statusesAt(proxyUrl)).toEqual([200, 401, 401]);
});
