import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { addressesOf } from '#projections/personal-data.ts';
import { within } from '#test/runner/limit.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';
import { newDenial } from '../registration/examples.ts';
import { eraseDue } from './erase-due.ts';

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
const erase = (days: number | undefined, inDays: number, services = world.services) =>
  eraseDue({
    ...services,
    settings: { ...services.settings, DELETED_PEOPLE_DAYS: days } as never,
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

it('erases the others when somebody in front of them can not be erased', async () => {
  const { acme, seed } = world;
  const gone: number[] = [];
  for (const name of ['stuck', 'behind']) {
    const { userId } = await seed.user(acme.organizationId, name, ['ROLE_COMPANY_USER']);
    await seed.send(userDecider, userId, { type: 'DeleteUser', data: {} });
    gone.push(userId);
  }
  await world.allShown();
  const [stuck, behind] = gone;
  const { store } = world.services;
  const read: typeof store.read = async (stream, ...rest) => {
    if (stream === `user-${stuck}`) throw new Error('unreadable');
    return await store.read(stream, ...rest);
  };
  const services = { ...world.services, store: { ...store, read } };
  expect(await erase(30, 31, services)).toBeGreaterThan(0);
  const erased = async (userId = 0) => (await store.entries(`user-${userId}`)).at(-1)?.type === 'UserErased';
  expect([await erased(stuck), await erased(behind)]).toEqual([false, true]);
  expect(await erase(30, 31)).toBe(1);
});

it('goes on behind those who can not be erased, up to the most of a round', async () => {
  const { acme, seed } = world;
  const gone: number[] = [];
  for (let index = 0; index < 23; index += 1) {
    const { userId } = await seed.user(acme.organizationId, `many-${index}`, ['ROLE_COMPANY_USER']);
    await seed.send(userDecider, userId, { type: 'DeleteUser', data: {} });
    gone.push(userId);
  }
  await world.allShown();
  const { store } = world.services;
  // One of the first page, so that one more of the second page has room, and the first there.
  const stuck = new Set([gone[0], gone[20]].map((userId) => `user-${userId}`));
  const read: typeof store.read = async (stream, ...rest) => {
    if (stuck.has(stream)) throw new Error('unreadable');
    return await store.read(stream, ...rest);
  };
  expect(await erase(30, 31, { ...world.services, store: { ...store, read } })).toBe(20);
  expect(await erase(30, 31)).toBe(3);
});

const tooLongAgo = "now() - interval '11 minutes'";

/** A deleted person, and a denied request, with the stream and the number that their key has. */
const erasable = [
  [
    'a person',
    async () => {
      const { userId } = await world.seed.user(world.acme.organizationId, 'halted', ['ROLE_COMPANY_USER']);
      await world.seed.send(userDecider, userId, { type: 'DeleteUser', data: {} });
      const begin = () => world.seed.send(userDecider, userId, { type: 'BeginErasure', data: {} });
      return { stream: `user-${userId}`, userId, row: `users where id = ${userId}`, begin };
    },
    'UserErased',
  ],
  [
    'a denied request',
    async () => {
      const id = await newDenial(world, world.partner);
      const request = await loadState(world.services.store, registrationDecider, id);
      const userId = request.status === 'none' ? 0 : request.userId;
      const begin = () => world.seed.send(registrationDecider, id, { type: 'BeginErasure', data: {} });
      return { stream: `registration-${id}`, userId, row: `registrations where id = ${id}`, begin };
    },
    'RegistrationErased',
  ],
] as const;

describe.each(erasable)('an erasing of %s that a dead process has begun', (_name, made, erased) => {
  const last = async (stream: string) => (await world.services.store.entries(stream)).at(-1)?.type;

  it('is ended by itself after a while, where nothing was destroyed yet', async () => {
    const { stream, userId, row, begin } = await made();
    await world.shown(await begin());
    expect(await erase(undefined, 0)).toBe(0);
    await world.pool.query(`update ${row.replace(' where', ` set erasing_at = ${tooLongAgo} where`)}`);
    expect(await erase(undefined, 0)).toBe(1);
    expect(await last(stream)).toBe(erased);
    const { rowCount } = await world.pool.query('select from subject_keys where subject = $1 and wrapped is null', [
      userId,
    ]);
    expect(rowCount).toBe(1);
    await world.allShown();
    const { rows } = await world.pool.query(`select erasing_at from ${row}`);
    expect(rows).toEqual([{ erasing_at: null }]);
    expect(await erase(undefined, 0)).toBe(0);
  });

  it('is ended by itself where only the key is gone: an older release did not say that it begins', async () => {
    const { stream, userId, row } = await made();
    await world.allShown();
    await createSubjectKeys(world.pool, world.services.settings.PORTICO_KEY).eraseSubject(userId);
    expect(await erase(undefined, 0)).toBe(0);
    // The read tables are made anew by then, and nobody can read the person there.
    await within(400, async () =>
      expect((await world.pool.query(`select email from ${row}`)).rows).toEqual([{ email: '[erased]' }]),
    );
    await world.pool.query(`update subject_keys set destroyed_at = ${tooLongAgo} where subject = $1`, [userId]);
    expect(await erase(undefined, 0)).toBe(1);
    expect(await last(stream)).toBe(erased);
  });
});
