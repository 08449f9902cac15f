import { expect, test } from 'vitest';
import { readVerification } from '#eventstore/log-verifications.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { pauseSubscription, resumeSubscription } from '#eventstore/subscription/lease.ts';
import { runSql } from '#test/postgres/sql.ts';
import { within } from '#test/runner/limit.ts';
import { organization } from '#test/world/sample-events.ts';
import { allProjections } from '../all-projections.ts';
import { createIndexesBeside } from './create-indexes.ts';
import { registered } from './fixture/notice-portal.ts';
import { openPortal, type Portal } from './fixture/open-portal.ts';
import { dropRetired, requestRebuild } from './generations.ts';
import type { Projection } from './projection.ts';
import { dueRebuild } from './rebuild-nightly.ts';
import { standingOf } from './switch-generation.ts';

const projectionOf = (wanted: string) => allProjections.find(({ name }) => name === wanted) as Projection;
const [people, catalogue] = [projectionOf('people'), projectionOf('catalogue')];

const start = async (): Promise<Portal> => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  for (const id of [1, 2, 3]) await portal.happen(`organization-${id}`, [organization(id, `Number ${id}`)]);
  for (const id of [5, 6]) await portal.happen(`user-${id}`, [registered(id, 2, 'ROLE_COMPANY_USER')]);
  expect(await portal.caughtUp()).toBe(true);
  return portal;
};

const rebuild = async ({ pool }: Portal, projection: Projection): Promise<void> => {
  const generation = await requestRebuild(pool, projection);
  await within(500, async () => expect(await standingOf(pool, projection, generation)).toBe('live'));
};

/** Waits until an erasure has made all tables anew. */
const renewed = (portal: Portal) =>
  within(1_000, async () =>
    expect(await portal.rows(`select projection from generations where generation = 1 or state = 'building'`)).toEqual(
      [],
    ),
  );

const found = async ({ pool }: Portal) =>
  (await readVerification(pool)).rows.map(({ table, key }) => `${table} ${key}`).toSorted();

test('F5: rows that somebody changed, removed or added are named, and are right after the rebuild', async () => {
  const portal = await start();
  await rebuild(portal, people);
  await rebuild(portal, catalogue);
  expect(await found(portal)).toEqual([]);

  const before = await portal.dump();
  await portal.pool.query(`update read.users_v2 set roles = '{ROLE_PORTAL_ADMIN}' where id = 5`);
  await portal.pool.query('delete from read.organizations_v2 where id = 1');
  await portal.pool.query('update read.organizations_v2 set id = 9 where id = 3');
  await rebuild(portal, people);
  await rebuild(portal, catalogue);
  expect(await found(portal)).toEqual(['organizations 1', 'organizations 3', 'organizations 9', 'users 5']);
  expect(await portal.dump()).toEqual(before);
});

test('an erased person, and a stream that was parked, change rows, and nobody is alarmed', async () => {
  const portal = await start();
  await createSubjectKeys(portal.pool, portal.key).eraseSubject(5);
  await renewed(portal);
  expect(await portal.rows('select firstname from users order by id')).toMatchObject([{ firstname: '[erased]' }, {}]);
  await portal.pool.query(
    `insert into parked_streams (name, version, stream, from_version, event_id, event_type, error, attempts)
     select projection, generation, 'organization-2', 1, gen_random_uuid(), 'OrganizationRegistered', 'test', 1
     from generations where projection = 'catalogue' and state = 'live'`,
  );
  // Somebody resumed it. Events of other streams went on without it meanwhile.
  await portal.pool.query('delete from parked_streams');
  await portal.pool.query(`update read.organizations_v2 set name = 'Other' where id = 2`);
  await rebuild(portal, catalogue);
  expect(await found(portal)).toEqual([]);
});

test('F5: a role that somebody gave in a table or in its view is named also after an erasure', async () => {
  const portal = await start();
  await portal.pool.query(`update read.users_v1 set roles = '{ROLE_PORTAL_ADMIN}' where id = 6`);
  await createSubjectKeys(portal.pool, portal.key).eraseSubject(5);
  await renewed(portal);
  expect(await found(portal)).toEqual(['users 6']);
  const { rows } = await portal.pool.query<{ view: string }>(
    `select shown_in || '.users' as view from generations where projection = 'people' and state = 'live'`,
  );
  const columns = Object.keys((await portal.rows('select * from users limit 1'))[0] ?? {});
  const forged = columns.map((name) => (name === 'active' ? 'not active as active' : name));
  await portal.pool.query(
    `create or replace view ${rows[0]?.view} as select ${forged} from users_of_test`.replace(
      'users_of_test',
      'read.users_v2',
    ),
  );
  await rebuild(portal, people);
  expect(await found(portal)).toEqual(['users 5', 'users 6']);
});

test('F5: after an erasure, identities, addresses of others and rows that are missing are compared', async () => {
  const portal = await start();
  await portal.pool.query(`update read.users_v1 set issuer = 'https://id.example' where id = 5`);
  await portal.pool.query(`update read.users_v1 set email = 'mallory@x.example' where id = 6`);
  await portal.pool.query(`update read.organizations_v1 set status = 'INACTIVE' where id = 2`);
  await portal.pool.query('update read.organizations_v1 set id = 9 where id = 3');
  await createSubjectKeys(portal.pool, portal.key).eraseSubject(5);
  await renewed(portal);
  expect(await found(portal)).toEqual(['organizations 2', 'organizations 3', 'organizations 9', 'users 5', 'users 6']);
});

test('F5: a table that can not be compared is named, and the new one is shown, also for an erasure', async () => {
  const portal = await start();
  const uncompared = async () => (await readVerification(portal.pool)).uncompared;
  const { rows } = await portal.pool.query<{ shown: string }>(
    `select shown_in as shown from generations where projection = 'people' and state = 'live'`,
  );
  const shown = rows[0]?.shown;
  await portal.pool.query(`drop view ${shown}.users`);
  await rebuild(portal, people);
  expect(await uncompared()).toEqual(['users']);
  expect(await portal.rows('select id from users order by id')).toEqual([{ id: 5 }, { id: 6 }]);

  await portal.pool.query(`drop view ${shown}.role_changes`);
  await portal.pool.query(`create view ${shown}.role_changes as select id from read.role_changes_v2`);
  await createSubjectKeys(portal.pool, portal.key).eraseSubject(5);
  await renewed(portal);
  expect(await uncompared()).toEqual(['users', 'role_changes']);
  expect(await portal.rows('select firstname from users order by id')).toMatchObject([{ firstname: '[erased]' }, {}]);
});

test('F5: where many rows were changed each table has its share of those that are named, and all are counted', async () => {
  const portal = await start();
  for (let id = 100; id < 250; id += 1) await portal.happen(`organization-${id}`, [organization(id, `Number ${id}`)]);
  expect(await portal.caughtUp()).toBe(true);
  await portal.pool.query(`update read.organizations_v1 set name = 'Other'`);
  await portal.pool.query(
    `insert into read.api_words_v1 (word, apis) select 'word-' || n, 1 from generate_series(1, 60) n`,
  );
  await rebuild(portal, catalogue);
  const { rows, rowsTotal } = await readVerification(portal.pool);
  const tables = Object.groupBy(rows, ({ table }) => table);
  expect(rowsTotal).toBe(153 + 60);
  expect([tables.organizations?.length, tables.api_words?.length]).toEqual([50, 50]);
});

test('tables are due once a night, those whose build takes long once a week, one after the other', async () => {
  const portal = await start();
  const { pool } = portal;
  const projections = [people, projectionOf('operations')];
  const shownSince = (interval: string) =>
    pool.query(
      `update generations set created_at = now() - interval '${interval}', switched_at = now() - interval '${interval}'`,
    );
  const takesLong = () =>
    pool.query(`update generations set created_at = created_at - interval '1 hour' where projection = 'operations'`);
  const due = async () => (await dueRebuild(pool, projections))?.name;
  expect(await due()).toBeUndefined();
  await shownSince('25 hours');
  await takesLong();
  expect(await due()).toBe('people');
  await pauseSubscription(pool, { name: 'people', version: 1 });
  expect(await due()).toBeUndefined();
  await resumeSubscription(pool, { name: 'people', version: 1 });
  await shownSince('8 days');
  await takesLong();
  await rebuild(portal, people);
  expect(await due()).toBe('operations');
  await pool.query(`update generations set state = 'building' where projection = 'people' and state = 'live'`);
  expect(await due()).toBeUndefined();
  // It waits for people.
  await pool.query(
    `insert into parked_streams (name, version, stream, from_version, event_id, event_type, error, attempts)
     select projection, generation, 'user-5', 1, gen_random_uuid(), 'UserRegistered', 'test', 1
     from generations where projection = 'people' and state = 'building'`,
  );
  expect(await due()).toBe('operations');
  await pool.query('delete from parked_streams');
  expect(await due()).toBeUndefined();
  await pool.query(`update generations set created_at = now() - interval '25 hours' where state = 'building'`);
  expect(await due()).toBe('operations');
});

test('tables of the night before are dropped before the next ones are made', async () => {
  const portal = await start();
  await rebuild(portal, people);
  const generations = () =>
    portal.rows(`select generation from generations where projection = 'people' and shown_in <> 'read' order by 1`);
  await dropRetired(portal.pool, [people]);
  expect(await generations()).toHaveLength(2);
  await portal.pool.query(`update generations set retired_at = retired_at - interval '21 hours'`);
  await dropRetired(portal.pool, [people]);
  expect(await generations()).toEqual([{ generation: 2 }]);
});

test('an index that a killed process left unfinished is made anew', async () => {
  const portal = await start();
  await rebuild(portal, people);
  const indexes = () => portal.rows(`select count(*)::integer as count from pg_indexes where tablename = 'users_v2'`);
  const before = await indexes();
  const invalid = `update pg_index set indisvalid = false where indexrelid = 'read.users_v2_query_1'::regclass`;
  await runSql(portal.ownerUrl, invalid);
  await createIndexesBeside(portal.pool, people, 2);
  expect(await indexes()).toEqual(before);
  expect(await portal.rows('select from pg_index where not indisvalid')).toEqual([]);
});
