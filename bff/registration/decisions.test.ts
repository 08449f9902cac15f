import { afterAll, beforeAll, expect, it } from 'vitest';
import { organizationDecider } from '#domain/organization/decider.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/bff-world.ts';
import { newName } from '#test/route-examples.ts';
import { newId } from '../http/new-id.ts';
import { approvalOf, newDenial, newRequest } from './examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const post = (who: Member, path: string, json: object) => world.ask(who, 'POST', path, { json });

it('takes nobody into an organization that is deactivated or going, and the request goes on waiting', async () => {
  const closed = await world.seed.organization(newName(), true);
  const going = await world.seed.organization(newName(), true);
  const unused = { usedLately: false, hasLastAdministrator: false };
  const requestId = await newId(world.pool, 'organization');
  await world.seed.send(organizationDecider, closed, {
    type: 'SwitchOrganization',
    data: { operationId: randomId(), deactivated: true, hasLastAdministrator: false },
  });
  await world.seed.send(organizationDecider, going, {
    type: 'RequestDeletion',
    data: { ...unused, requestId, requestedBy: 1 },
  });
  await world.seed.send(organizationDecider, going, {
    type: 'ApproveDeletion',
    data: { ...unused, requestId, decidedBy: 2, operationId: randomId() },
  });
  const id = await newRequest(world, world.acme);
  const approve = (organizationId: number) =>
    post(world.acme.members.portal, '/api/approve-access-request', approvalOf(id, organizationId));
  expect((await approve(closed)).body.errors).toMatchObject([
    { field: 'organizationId', code: 'registration.organization-deactivated' },
  ]);
  for (const organizationId of [going, 1_999_999])
    expect((await approve(organizationId)).body.errors).toMatchObject([
      { field: 'organizationId', code: 'registration.organization-gone' },
    ]);
  expect((await approve(world.acme.organizationId)).status).toBe(200);
});

it('can be erased with everything about the person once it is denied, and only by a portal administrator', async () => {
  const { portal, admin } = world.acme.members;
  const waiting = await newRequest(world, world.acme);
  const denied = await newDenial(world, world.acme);
  const erase = (who: Member, accessRequestId: number) => post(who, '/api/erase-access-request', { accessRequestId });
  expect((await erase(admin, denied)).status).toBe(403);
  expect((await erase(portal, waiting)).body).toMatchObject({ code: 'registration.not-denied' });
  expect((await erase(portal, 1_999_999)).status).toBe(404);
  expect((await erase(portal, denied)).status).toBe(200);
  expect((await erase(portal, denied)).status).toBe(200);
  const eventsOf = async (id: number) => await world.services.store.read(`registration-${id}`);
  const events = await eventsOf(denied);
  expect(events.map(({ type }) => type)).toEqual(['RegistrationRequested', 'RegistrationDenied', 'RegistrationErased']);
  // The store of the test remembers keys that it has used. One that opens now has to ask for them.
  const keys = createSubjectKeys(world.pool, world.services.settings.PORTICO_KEY);
  const keyOf = async (event: Readonly<{ data: object }> | undefined) => {
    const userId = Number((event?.data as { userId?: number } | undefined)?.userId);
    return (await keys.forReading([userId], true)).get(userId);
  };
  expect(await keyOf(events[0])).toBeUndefined();
  expect(await keyOf((await eventsOf(waiting))[0])).toBeDefined();
});
