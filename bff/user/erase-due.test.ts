import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { addressesOf } from '#projections/personal-data.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';
import { eraseDuePeople } from './erase-due.ts';

let world: BffWorld;
let people: readonly [deleted: Member, present: Member];
beforeAll(async () => {
  world = await startBffWorld();
  const { portal } = world.acme.members;
  const member = (name: string) => world.seed.user(world.acme.organizationId, name, ['ROLE_COMPANY_USER']);
  people = [await member('numbat'), await member('bilby')];
  await world.allShown();
  const { status } = await world.ask(portal, 'DELETE', `/api/user?id=${people[0].userId}`);
  expect(status).toBe(200);
  await world.allShown();
});
afterAll(() => world.close());

const day = 24 * 3_600_000;
const erase = (days: number | undefined, inDays: number) =>
  eraseDuePeople({
    ...world.services,
    settings: { ...world.services.settings, DELETED_PEOPLE_DAYS: days } as never,
    now: () => new Date(Date.now() + inDays * day),
  });
const keys = async () =>
  (
    await world.pool.query(
      'select subject, wrapped is not null as there from subject_keys where subject = any($1) order by subject',
      [people.map(({ userId }) => userId)],
    )
  ).rows.map(({ there }) => there);

it('E5: erases who was deleted long enough ago, once, and nobody else; events stay and the log verifies', async () => {
  const before = await world.services.store.entries(`user-${people[0].userId}`);
  expect(await erase(undefined, 10_000)).toBe(0);
  expect(await erase(30, 29)).toBe(0);
  expect(await keys()).toEqual([true, true]);
  expect((await Promise.all([erase(30, 31), erase(30, 31)])).toSorted()).toEqual([0, 1]);
  expect(await keys()).toEqual([false, true]);
  expect(await erase(30, 31)).toBe(0);
  const after = await world.services.store.entries(`user-${people[0].userId}`);
  expect(after.map(({ type }) => type)).toEqual([...before.map(({ type }) => type), 'UserErased']);
  expect(after.at(-1)?.meta.actor.userId).toBe(0);
  expect(await Array.fromAsync(world.services.store.verify())).toEqual([]);
});

it("leaves what has a former person's address to whoever has the account with it now", async () => {
  const { acme, pool, seed } = world;
  const { organizationId } = acme;
  const former = await seed.user(organizationId, 'quoll', ['ROLE_COMPANY_USER']);
  const [userId, applicationId, addressId] = [
    await newId(pool, 'user'),
    await newId(pool, 'application'),
    await newId(pool, 'user'),
  ];
  const contact = { addressId, email: former.email };
  await seed.send(applicationDecider, applicationId, {
    type: 'RegisterApplication',
    data: { applicationId, organizationId, name: 'Quolls', description: '', external: false, owners: [], contact },
  });
  await world.allShown();
  await world.ask(acme.members.portal, 'DELETE', `/api/user?id=${former.userId}`);
  await world.allShown();
  expect(await addressesOf(pool, former.userId)).toEqual([addressId]);
  await seed.send(userDecider, userId, {
    type: 'RegisterUser',
    data: {
      ...{ userId, organizationId, email: former.email, roles: ['ROLE_COMPANY_USER'] },
      ...{ firstname: 'Quoll', lastname: 'The Second' },
    },
  });
  await world.allShown();
  expect(await addressesOf(pool, former.userId)).toEqual([]);
  expect(await addressesOf(pool, userId)).toEqual([addressId]);
});
