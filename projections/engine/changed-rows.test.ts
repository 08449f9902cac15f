import { expect, test } from 'vitest';
import type { Finding } from '#eventstore/finding.ts';
import { readVerification } from '#eventstore/log-verifications.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { pauseSubscription, resumeSubscription } from '#eventstore/subscription/lease.ts';
import { within } from '#test/runner/limit.ts';
import { organization } from '#test/world/sample-events.ts';
import { allProjections } from '../all-projections.ts';
import { registered } from './fixture/notice-portal.ts';
import { openPortal, type Portal } from './fixture/open-portal.ts';
import { requestRebuild } from './generations.ts';
import type { Projection } from './projection.ts';
import { dueRebuild } from './rebuild-nightly.ts';
import { standingOf } from './switch-generation.ts';

const projectionOf = (wanted: string) => allProjections.find(({ name }) => name === wanted) as Projection;
const [people, catalogue] = [projectionOf('people'), projectionOf('catalogue')];

const start = async (): Promise<Portal> => {
  const portal = await openPortal();
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

const findings = async ({ pool }: Portal) => (await readVerification(pool)).findings;
const row = (stream: string): Finding => ({ stream, version: 0, reason: 'row' });

test('F5: rows that somebody changed, removed or added are named, and are right after the rebuild', async () => {
  const portal = await start();
  await rebuild(portal, people);
  await rebuild(portal, catalogue);
  expect(await findings(portal)).toEqual([]);

  const before = await portal.dump();
  await portal.pool.query(`update read.users_v2 set roles = '{ROLE_PORTAL_ADMIN}' where id = 5`);
  await portal.pool.query('delete from read.organizations_v2 where id = 1');
  await portal.pool.query('update read.organizations_v2 set id = 9 where id = 3');
  await rebuild(portal, people);
  await rebuild(portal, catalogue);
  const found = await findings(portal);
  expect(found.toSorted((one, other) => one.stream.localeCompare(other.stream))).toEqual(
    ['organizations 1', 'organizations 3', 'organizations 9', 'users 5'].map(row),
  );
  expect(await portal.dump()).toEqual(before);
});

test('an erased person and a parked stream change rows, and nobody is alarmed', async () => {
  const portal = await start();
  await createSubjectKeys(portal.pool, portal.key).eraseSubject(5);
  const olds = `select projection from generations where generation = 1 or state = 'building'`;
  await within(1_000, async () => expect(await portal.rows(olds)).toEqual([]));
  expect(await portal.rows('select firstname from users order by id')).toMatchObject([{ firstname: '[erased]' }, {}]);
  await portal.pool.query(
    `insert into parked_streams (name, version, stream, from_version, event_id, event_type, error, attempts)
     select projection, generation, 'organization-2', 1, gen_random_uuid(), 'OrganizationRegistered', 'test', 1
     from generations where projection = 'catalogue' and state = 'live'`,
  );
  await portal.pool.query(`update read.organizations_v2 set name = 'Other' where id = 2`);
  await rebuild(portal, catalogue);
  expect(await findings(portal)).toEqual([]);
});

test('tables are due once a night, those of the past once a week, one after the other', async () => {
  const portal = await start();
  const { pool } = portal;
  const projections = [people, projectionOf('operations')];
  const age = (interval: string) => pool.query(`update generations set created_at = now() - interval '${interval}'`);
  const due = async () => (await dueRebuild(pool, projections))?.name;
  expect(await due()).toBeUndefined();
  await age('25 hours');
  expect(await due()).toBe('people');
  await pauseSubscription(pool, { name: 'people', version: 1 });
  expect(await due()).toBeUndefined();
  await resumeSubscription(pool, { name: 'people', version: 1 });
  await age('8 days');
  await rebuild(portal, people);
  expect(await due()).toBe('operations');
  await pool.query(`update generations set state = 'building' where projection = 'people' and state = 'live'`);
  expect(await due()).toBeUndefined();
});
