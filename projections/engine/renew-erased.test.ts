import { expect, test, vi } from 'vitest';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { inTransaction } from '#platform/database.ts';
import { allProjections } from '../all-projections.ts';
import { openPortal, type Portal } from './fixture/open-portal.ts';
import { ensureGenerations, lockGenerations } from './generations.ts';
import type { Projection } from './projection.ts';
import { renewErased } from './renew-erased.ts';
import { switchGeneration } from './switch-generation.ts';

const registered = (userId: number, firstname: string) =>
  ({
    type: 'UserRegistered',
    data: {
      userId,
      organizationId: 2,
      firstname,
      lastname: 'Example',
      email: `${firstname}@northwind.example`,
      roles: [],
    },
  }) satisfies PorticoEvent;

const people = allProjections.find(({ name }) => name === 'people') as Projection;

const names = async (portal: Portal) =>
  (await portal.rows('select firstname from users order by id')).map(({ firstname }) => firstname);
/** The state of each set of tables of people. */
const states = async (portal: Portal) =>
  (
    await portal.rows(
      `select state from generations where projection = 'people' and tables <> '{}' order by generation`,
    )
  ).map(({ state }) => state);
const newest = async (portal: Portal) =>
  Number(
    (await portal.rows(`select max(generation) from generations where projection = 'people' and tables <> '{}'`))[0]
      ?.max,
  );
const erase = ({ pool, key }: Portal, userId: number) => createSubjectKeys(pool, key).eraseSubject(userId);

test('E5: read tables that were begun before somebody was erased are made anew, and the old ones are dropped', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  await portal.happen('user-5', [registered(5, 'Ada')]);
  await portal.happen('user-6', [registered(6, 'Bea')]);
  expect(await portal.caughtUp()).toBe(true);
  await erase(portal, 5);
  await vi.waitFor(async () => expect(await names(portal)).toEqual(['[erased]', 'Bea']), {
    timeout: 20_000,
    interval: 20,
  });
  await vi.waitFor(async () => expect(await states(portal)).toEqual(['live']), { timeout: 20_000, interval: 20 });
});

test('E5: they are made anew also if no projector ran at that time, and if another person is erased during the rebuild', async () => {
  const portal = await openPortal({ hasTables: true });
  const stop = portal.run();
  await portal.happen('user-5', [registered(5, 'Ada')]);
  await portal.happen('user-6', [registered(6, 'Bea')]);
  expect(await portal.caughtUp()).toBe(true);
  await stop();
  await erase(portal, 5);
  portal.run();
  await vi.waitFor(async () => expect((await states(portal)).length).toBeGreaterThan(1), {
    timeout: 20_000,
    interval: 5,
  });
  await erase(portal, 6);
  await vi.waitFor(async () => expect(await names(portal)).toEqual(['[erased]', '[erased]']), {
    timeout: 20_000,
    interval: 20,
  });
  await vi.waitFor(async () => expect(await states(portal)).toEqual(['live']), { timeout: 20_000, interval: 20 });
});

test('E5: they are made anew also if somebody is erased while the first tables of a new version are built', async () => {
  const portal = await openPortal();
  await portal.happen('user-5', [registered(5, 'Ada')]);
  await portal.happen('user-6', [registered(6, 'Bea')]);
  await ensureGenerations(portal.pool, [people]);
  expect(await states(portal)).toEqual(['building']);
  await erase(portal, 5);
  portal.run();
  expect(await portal.caughtUp()).toBe(true);
  expect(await names(portal)).toEqual(['[erased]', 'Bea']);
  await vi.waitFor(async () => expect(await states(portal)).toEqual(['live']), { timeout: 20_000, interval: 20 });
});

test('E5: they are shown in the end, whatever the moments at which people are erased', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  const everybody = Array.from({ length: 8 }, (_each, index) => 5 + index);
  for (const userId of everybody) await portal.happen(`user-${userId}`, [registered(userId, `ada${userId}`)]);
  expect(await portal.caughtUp()).toBe(true);
  for (const [index, userId] of everybody.entries()) {
    const before = await newest(portal);
    await erase(portal, userId);
    // Every other one waits until new tables are begun, the next comes at once.
    if (index % 2 === 0) await vi.waitFor(async () => expect(await newest(portal)).toBeGreaterThan(before), 20_000);
  }
  await vi.waitFor(async () => expect(await names(portal)).toEqual(everybody.map(() => '[erased]')), 20_000);
  await vi.waitFor(async () => expect(await states(portal)).toEqual(['live']), 20_000);
});

test('E5: tables that are begun again get a new number, because somebody may still be at work on the dropped ones', async () => {
  const portal = await openPortal();
  await portal.happen('user-5', [registered(5, 'Ada')]);
  await ensureGenerations(portal.pool, [people]);
  await erase(portal, 5);
  await renewErased(portal.pool, [people]);
  expect(await portal.rows(`select generation, state from generations where tables <> '{}'`)).toEqual([
    { generation: 2, state: 'building' },
  ]);
});

test('E5: tables are not shown while another process makes or drops tables', async () => {
  const portal = await openPortal();
  await portal.happen('user-5', [registered(5, 'Ada')]);
  await ensureGenerations(portal.pool, [people]);
  await inTransaction(portal.pool, async (client) => {
    await lockGenerations(client);
    await expect(switchGeneration(portal.pool, people, 1)).rejects.toMatchObject({ code: '55P03' });
  });
  expect(await switchGeneration(portal.pool, people, 1)).toBe('live');
});

test("E5: tables of another release are dropped when nobody fills them, also if that release doesn't come back", async () => {
  const portal = await openPortal();
  const other = { ...people, version: people.version + 1 };
  const stopOther = portal.run({ projections: [other] });
  await portal.happen('user-5', [registered(5, 'Ada')]);
  await vi.waitFor(
    async () => expect(await portal.rows(`select firstname from read_people_${other.version}.users`)).toHaveLength(1),
    20_000,
  );
  await stopOther();
  const stop = portal.run();
  expect(await portal.caughtUp()).toBe(true);
  await erase(portal, 5);
  // It ended two minutes ago.
  await portal.pool.query(
    `with old as (update generations set created_at = now() - interval '2 minutes' where generation = 1)
     update subscriptions set updated_at = now() - interval '2 minutes' where version = 1`,
  );
  await vi.waitFor(
    async () => expect(await portal.rows("select to_regclass('read.users_v1') as of")).toEqual([{ of: null }]),
    20_000,
  );
  await stop();
});
