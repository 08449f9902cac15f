import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

type Row = Readonly<Record<string, unknown> & { id: number }>;
type List = Readonly<{ deployments: Row[]; keys: Row[]; total: number; environments: Record<string, number> }>;

const read = async (target: string): Promise<List> => {
  const { status, body } = await world.ask(world.acme.members.portal, 'GET', target);
  expect(status, target).toBe(200);
  return body as unknown as List;
};
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

it('lists the deployments of all organizations with the number of their keys', async () => {
  const { deployments, total, environments } = await read('/api/all-deployments');
  expect(total).toBe(deployments.length);
  expect(deployments.map(({ orgName }) => orgName)).toEqual(expect.arrayContaining(['Acme', 'Partner']));
  expect(Object.values(environments).reduce((sum, count) => sum + count)).toBe(total);
  const mine = deployments.find(({ id }) => id === world.acme.deployed.deploymentId);
  const { keys } = await read('/api/all-consumers');
  const counted = await world.pool.query(
    `select count(*)::int as count from consumers where deployment_id = $1 and state <> 'removing'`,
    [mine?.id],
  );
  expect(mine).toMatchObject({ apiId: world.acme.apiId, env: 'DEV', auth: 'both', state: 'deployed' });
  expect(mine?.keys).toBe(counted.rows[0].count);
  expect(mine?.keys).toBeGreaterThan(0);
  // Keys and APIs of one name are told apart by path and organization.
  expect(keys.find(({ id }) => id === world.acme.consumer.consumerId)).toMatchObject({
    apiOrgName: 'Acme',
    orgId: world.acme.organizationId,
    path: mine?.path,
  });
});

it('searches, filters and sorts them, and counts all environments also if one is selected', async () => {
  const { position } = await world.seed.deployment(world.partner.apiId, world.partner.gatewayId, 'deployed', {
    environment: 'PROD',
    contextPath: 'parcels_to-go',
  });
  await world.shown(position);
  const all = await read('/api/all-deployments?sort=updatedAt&order=desc');
  const [newest] = all.deployments;
  expect(newest).toMatchObject({ path: '/parcels_to-go', env: 'PROD', orgName: 'Partner' });
  const production = await read('/api/all-deployments?env=PROD');
  expect(idsOf(production.deployments)).toEqual([newest?.id]);
  expect(production.environments).toEqual(all.environments);
  expect(await read('/api/all-deployments?search=parcels_to')).toMatchObject({ total: 1 });
  // A wildcard of LIKE is searched as a plain character.
  expect(await read('/api/all-deployments?search=parcels%25go')).toMatchObject({ total: 0 });
  const partner = await read('/api/all-deployments?search=PARTNER');
  expect(new Set(partner.deployments.map(({ orgName }) => orgName))).toEqual(new Set(['Partner']));
  const failed = await read('/api/all-deployments?state=failed');
  expect(failed.deployments.every(({ state }) => state === 'failed')).toBe(true);
  expect(failed.total).toBeGreaterThan(0);
  expect(failed.total).toBeLessThan(all.total);
  for (const field of ['apiName', 'orgName', 'env', 'path', 'gateway', 'state', 'keys', 'updatedAt']) {
    const up = await read(`/api/all-deployments?sort=${field}&order=asc`);
    const down = await read(`/api/all-deployments?sort=${field}&order=desc`);
    expect(idsOf(up.deployments), field).toEqual(idsOf(down.deployments).reverse());
  }
  expect((await world.ask(world.acme.members.portal, 'GET', '/api/all-deployments?sort=secret')).status).toBe(400);
});

it('lists the keys of all organizations with their last use, and no part of a secret', async () => {
  const { consumerId } = world.acme.consumer;
  await world.pool.query(
    `insert into credential_uses (consumer_id, generation, last_used_at) select id, generation, '2026-01-02' from consumers where id = $1`,
    [consumerId],
  );
  const [used] = (await read('/api/all-consumers?sort=lastUsed&order=desc')).keys;
  expect(used).toMatchObject({ id: consumerId, lastUsed: '2026-01-02T00:00:00.000Z' });
  expect((await read('/api/all-consumers?sort=lastUsed&order=asc')).keys.at(-1)?.id).toBe(consumerId);
  expect(JSON.stringify(await read('/api/all-consumers'))).not.toMatch(/last4|secret|clientId|apiKey"/i);
  const end = { json: { endsOn: '2097-05-31' } };
  const changed = await world.ask(world.acme.members.portal, 'PUT', `/api/consumer/${consumerId}`, end);
  await world.shown(changed.body.position);
  const [ending] = (await read('/api/all-consumers?sort=endsOn&order=asc')).keys;
  expect(ending).toMatchObject({ id: consumerId, endsOn: '2097-05-31' });
  for (const field of ['nickname', 'apiName', 'orgName', 'env', 'state', 'createdAt', 'endsOn']) {
    const up = await read(`/api/all-consumers?sort=${field}&order=asc`);
    const down = await read(`/api/all-consumers?sort=${field}&order=desc`);
    expect(idsOf(up.keys), field).toEqual(idsOf(down.keys).reverse());
  }
});

it('saves all pages of the result as a file', async () => {
  const { portal } = world.acme.members;
  for (const [call, name, list] of [
    ['all-deployments', 'deployments.csv', 'deployments'],
    ['all-consumers', 'keys.csv', 'keys'],
  ] as const) {
    const { body, headers } = await world.ask(portal, 'GET', `/api/${call}/download?search=acme`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const lines = String(body.text).trim().split('\r\n');
    const found = await read(`/api/${call}?search=acme`);
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(idsOf(found[list]));
  }
});
