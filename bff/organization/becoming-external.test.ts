import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { findPersonById } from '#projections/person.ts';
import { newName } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { externalFields } from './examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const ask = (method: string, target: string, json?: object) =>
  world.ask(world.acme.members.portal, method, target, json ? { json } : {});
const valuesOf = async (id: number) => (await ask('GET', `/api/organization/edit-organization?id=${id}`)).body;
const become = (id: number, more: object) =>
  ask('POST', '/api/organization/edit-organization', {
    id,
    name: newName(),
    contact: 'Ada Ross',
    ...externalFields,
    ...more,
  });

it('an internal organization becomes external only with the consent to the end of its keys', async () => {
  const { acme } = world;
  const id = await world.seed.organization(newName(), false);
  await world.seed.consumer(acme.deployed.deploymentId, acme.apiId, id);
  await world.seed.consumer(acme.deployed.deploymentId, acme.apiId, id);
  await world.allShown();
  const { endingKeys, basedOn } = await valuesOf(id);
  expect(endingKeys).toBe(2);
  expect(await become(id, { basedOn })).toMatchObject({
    status: 409,
    body: {
      errors: [{ field: 'external', code: 'organization.keys-end', message: expect.stringContaining('(2)') }],
    },
  });
  const done = await become(id, { basedOn, endKeys: true });
  expect(done.status).toBe(200);
  await world.shown(done.body.position);
  expect(await valuesOf(id)).not.toHaveProperty('endingKeys');
});

it('keys for which access was granted stay', async () => {
  const { acme } = world;
  const id = await world.seed.organization(newName(), false);
  await world.seed.consumer(acme.deployed.deploymentId, acme.apiId, id);
  const data = { grantId: 4_711, apiId: acme.apiId, organizationId: id };
  await world.seed.send(accessDecider, accessIdOf(acme.apiId, id), { type: 'GrantAccess', data });
  await world.allShown();
  expect(await valuesOf(id)).toMatchObject({ endingKeys: 0 });
  expect((await become(id, {})).status).toBe(200);
});

it('its people stay owners of its own applications only', async () => {
  const { acme } = world;
  const id = await world.seed.organization(newName(), false);
  const { userId } = await world.seed.user(id, newName(), ['ROLE_COMPANY_USER']);
  const own = await world.seed.application(id, newName(), [userId]);
  const others = await world.seed.application(acme.organizationId, newName(), [userId]);
  await world.allShown();
  const owned = async () => (await findPersonById(world.pool, userId))?.actor.ownerApps;
  expect(await owned()).toEqual([own, others]);
  const done = await become(id, {});
  await world.shown(done.body.position);
  expect(await owned()).toEqual([own]);
});
