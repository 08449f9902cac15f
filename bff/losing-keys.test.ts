import { afterAll, beforeAll, expect, it } from 'vitest';
import { losingKeys, namedLosers } from '#domain/core/losing-keys.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newGrant } from './access/examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const read = async (path: string, who: Member = world.acme.members.portal) => {
  const { status, body } = await world.ask(who, 'GET', `${path}/losing-keys`);
  expect(status, path).toBe(200);
  return losingKeys.parse(body);
};

/** An API in two environments. Partner has a key in each of them. */
const used = async () => {
  const { acme, partner, seed } = world;
  const applicationId = await seed.application(acme.organizationId, newName(), [acme.members.owner.userId]);
  const apiId = await seed.api(acme.organizationId, applicationId, newName());
  const dev = await seed.deployment(apiId, world.publicGatewayId);
  const prod = await seed.deployment(apiId, world.publicGatewayId, 'deployed', { environment: 'PROD' });
  for (const { deploymentId } of [dev, prod]) await seed.consumer(deploymentId, apiId, partner.organizationId);
  const grantId = await newGrant(world, partner, apiId);
  await world.allShown();
  return { apiId, applicationId, devId: dev.deploymentId, prodId: prod.deploymentId, grantId };
};

/** Counts calls. @param organizationId null: without a known key. */
const call = (apiId: number, organizationId: number | null, environment: string, age: string, calls: number) =>
  world.pool.query(
    `insert into gateway_request_counts (hour, api_id, organization_id, environment, status, count)
     values (date_trunc('hour', now() - $4::interval), $1, $2, $3, 200, $5)`,
    [apiId, organizationId, environment, age, calls],
  );

it('names the organizations whose keys stop with an API, with their calls of the last 30 days', async () => {
  const { apiId, applicationId, devId, prodId, grantId } = await used();
  const { organizationId: id } = world.partner;
  expect(await read(`/api/swaggers/${apiId}`)).toEqual({
    keys: 2,
    organizations: { first: [{ id, name: 'Partner', keys: 2, calls: 0 }], total: 1 },
    calls: 0,
    otherCalls: 0,
  });
  await call(apiId, id, 'DEV', '29 days', 3);
  await call(apiId, id, 'PROD', '1 hour', 40);
  await call(apiId, id, 'PROD', '32 days', 500);
  await call(apiId, null, 'PROD', '2 hours', 7);
  const both = { first: [{ id, name: 'Partner', keys: 2, calls: 43 }], total: 1 };
  const all = { keys: 2, organizations: both, calls: 50, otherCalls: 7 };
  expect(await read(`/api/swaggers/${apiId}`)).toEqual(all);
  expect(await read(`/api/application/${applicationId}`)).toEqual(all);
  expect(await read(`/api/swaggers/deployment/${devId}`)).toEqual({
    keys: 1,
    organizations: { first: [{ id, name: 'Partner', keys: 1, calls: 3 }], total: 1 },
    calls: 3,
    otherCalls: 0,
  });
  expect(await read(`/api/swaggers/deployment/${prodId}`)).toMatchObject({ keys: 1, calls: 47, otherCalls: 7 });
  expect(await read(`/api/api-access/${grantId}`)).toEqual({ ...all, calls: 43, otherCalls: 0 });
});

it('names those who call most, and counts the others', async () => {
  const { apiId, devId } = await used();
  const ids: number[] = [];
  for (let index = 0; index < namedLosers + 1; index += 1) {
    const id = await world.seed.organization(newName(), true);
    await world.seed.consumer(devId, apiId, id);
    await call(apiId, id, 'DEV', '1 day', 100 - index);
    ids.push(id);
  }
  await world.allShown();
  const { keys, organizations } = await read(`/api/swaggers/${apiId}`);
  expect(keys).toBe(2 + ids.length);
  expect(organizations.total).toBe(ids.length + 1);
  expect(organizations.first.map(({ id }) => id)).toEqual(ids.slice(0, namedLosers));
});

it('says that nothing stops with what nobody has a key for', async () => {
  const apiId = await world.seed.api(world.acme.organizationId, world.acme.applicationId, newName());
  await world.allShown();
  expect(await read(`/api/swaggers/${apiId}`, world.acme.members.owner)).toEqual({
    keys: 0,
    organizations: { first: [], total: 0 },
    calls: 0,
    otherCalls: 0,
  });
});

it('is told to nobody who may not delete', async () => {
  const { apiId, devId, applicationId, grantId } = await used();
  const { user } = world.partner.members;
  for (const path of [`swaggers/${apiId}`, `swaggers/deployment/${devId}`, `application/${applicationId}`])
    expect((await world.ask(user, 'GET', `/api/${path}/losing-keys`)).status, path).toBeGreaterThanOrEqual(403);
  expect((await world.ask(user, 'GET', `/api/api-access/${grantId}/losing-keys`)).status).toBe(403);
  expect((await world.ask(world.acme.members.portal, 'GET', '/api/api-access/1999999/losing-keys')).status).toBe(404);
});
