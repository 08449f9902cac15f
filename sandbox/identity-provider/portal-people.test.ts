import { afterAll, beforeAll, expect, it } from 'vitest';
import { newRequest } from '../../bff/registration/examples.ts';
import { registrationDecider } from '../../domain/registration/decider.ts';
import { loadState } from '../../eventstore/load.ts';
import { type BffWorld, startBffWorld } from '../../test/world/bff-world.ts';
import { type People, portalPeople } from './portal-people.ts';

let world: BffWorld;
let people: People;
beforeAll(async () => {
  world = await startBffWorld();
  people = portalPeople(world.pool);
});
afterAll(() => world.close());

it('are the people who requested an account, before and after they have one', async () => {
  const { acme, services } = world;
  const email = 'nora@applicant.example';
  const id = await newRequest(world, acme, email);
  const request = await loadState(services.store, registrationDecider, id);
  if (request.status === 'none') throw new Error('no request');
  const sub = `person-${request.userId}`;
  expect(await people.list()).toMatchObject([
    { sub, email, givenName: 'Nora', role: 'No account yet', hint: 'Has asked for an account of Acme.' },
  ]);
  const approval = {
    accessRequestId: id,
    organizationId: acme.organizationId,
    firstname: 'Nora',
    lastname: 'Lind',
    email,
  };
  const { body } = await world.ask(acme.members.portal, 'POST', '/api/approve-access-request', {
    json: { ...approval, companyAdmin: true },
  });
  await world.shown(body.position);
  expect(await people.find(sub)).toMatchObject({ sub, email, role: 'Company administrator', hint: 'Of Acme.' });
  expect(await people.list()).toHaveLength(1);
  expect(await people.find('person-1999999999')).toBeUndefined();

  const removed = await world.ask(acme.members.portal, 'DELETE', `/api/user?id=${request.userId}`);
  expect(removed.status).toBe(200);
  expect(await people.list()).toEqual([]);
  expect(await people.find(sub)).toMatchObject({ sub, email });
});

it('are none before the portal has tables', async () => {
  const { pool } = world;
  const client = await pool.connect();
  try {
    await client.query('set search_path to pg_catalog');
    expect(await portalPeople(client as never).list()).toEqual([]);
  } finally {
    client.release(true);
  }
});
