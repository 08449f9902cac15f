import { expect, test, vi } from 'vitest';
import { actOf } from '#domain/audit/acts.ts';
import type { EventMeta } from '#domain/core/event.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { randomId } from '#platform/uuid.ts';
import { configOf, deploymentRequested, idOf, organization, published } from '#test/world/sample-events.ts';
import { apiHistory } from './api-history.ts';
import { openPortal, type Portal, somebody } from './engine/fixture/open-portal.ts';
import { history } from './history.ts';
import { otherHistory } from './other-history.ts';

const added: PorticoEvent = {
  type: 'BusinessAreaAdded',
  data: { businessAreaId: 3, name: 'Finance', description: '' },
};
const changed = (from: string, to: string): PorticoEvent => ({
  type: 'BusinessAreaChanged',
  data: { businessAreaId: 3, from: { name: from, description: '' }, to: { name: to, description: 'Money' } },
});

/** Appends an event of a stream that a call from an address caused at a time. */
const append = async ({ store }: Portal, version: number, event: PorticoEvent, time: string) => {
  const meta: EventMeta = {
    actor: somebody,
    commandId: randomId(),
    correlationId: 'test',
    time,
    client: { address: '192.0.2.77', userAgent: 'test' },
  };
  const events = [{ ...event, id: randomId() }];
  return await store.append({ stream: 'business-area-3', expectedVersion: version, events, meta });
};

const columns =
  'noun, noun_id, version, kind, about_noun, about_id, name, organization_id, user_id, address, changes, operation_id, outcome';

/** Starts projections, and waits until the history has so many rows. */
const shown = async (portal: Portal, count: number) => {
  portal.run();
  return await vi.waitFor(async () => {
    const rows = await portal.rows(`select ${columns} from history order by position`);
    expect(rows).toHaveLength(count);
    return rows;
  }, 20_000);
};

test('an entry says what changed, whose it is, who did it and from where; each month has a partition of its own', async () => {
  const portal = await openPortal({ hasTables: true });
  await append(portal, 0, added, '2026-01-31T23:59:59.999Z');
  await append(portal, 1, changed('Finance', 'Treasury'), '2026-02-01T00:00:00.000Z');
  await append(portal, 2, { type: 'BusinessAreaRemoved', data: { businessAreaId: 3 } }, '2028-12-31T23:59:59.999Z');
  const rows = await shown(portal, 3);
  const thing = {
    noun: 'business-area',
    noun_id: '3',
    about_noun: 'business-area',
    about_id: 3,
    organization_id: null,
  };
  const how = { ...thing, user_id: somebody.userId, address: '192.0.2.77' };
  expect(rows).toMatchObject([
    { ...how, version: 1, kind: 'BusinessAreaAdded', changes: [] },
    {
      ...how,
      version: 2,
      kind: 'BusinessAreaChanged',
      changes: [
        { field: 'name', from: 'Finance', to: 'Treasury' },
        { field: 'description', from: null, to: 'Money' },
      ],
    },
    { ...how, version: 3, kind: 'BusinessAreaRemoved', changes: [] },
  ]);
  const partitions = await portal.rows(
    `select regexp_replace(part.relname, '^history_v[0-9]+_', '') as month from pg_inherits
     join pg_class part on part.oid = inhrelid join pg_class whole on whole.oid = inhparent
     where whole.relname ~ '^history_v[0-9]+$' order by 1`,
  );
  expect(partitions).toEqual([{ month: '2026_01' }, { month: '2026_02' }, { month: '2028_12' }]);
});

test('what belongs to an organization names it, also after it has moved', async () => {
  const portal = await openPortal({ hasTables: true });
  const details = { name: 'Shop', description: 'Sells', external: false };
  await portal.happen('organization-2', [organization(2, 'Northwind')]);
  await portal.happen('application-9', [
    { type: 'ApplicationRegistered', data: { ...details, applicationId: 9, organizationId: 2, owners: [] } },
    { type: 'ApplicationMoved', data: { applicationId: 9, from: 2, to: 4 } },
    {
      type: 'ApplicationDetailsChanged',
      data: { applicationId: 9, from: details, to: { ...details, external: true } },
    },
  ]);
  const rows = await shown(portal, 4);
  expect(rows.map(({ about_noun, organization_id }) => [about_noun, organization_id])).toEqual([
    ['organization', 2],
    ['application', 2],
    ['application', 2],
    ['application', 4],
  ]);
  expect(rows[3]).toMatchObject({ address: '', changes: [{ field: 'external', from: 'false', to: 'true' }] });
});

test('a replay has an entry whatever it is of, and a request the outcome of its operation', async () => {
  const portal = await openPortal({ hasTables: true });
  const asked = idOf('delete');
  await portal.happen('application-9', [
    {
      type: 'ApplicationRegistered',
      data: { name: 'Shop', description: '', external: false, applicationId: 9, organizationId: 2, owners: [] },
    },
    { type: 'ApplicationDeletionRequested', data: { applicationId: 9, operationId: asked } },
  ]);
  const again: PorticoEvent = { type: 'OperationReplayRequested', data: { replay: 1, reason: 'again' } };
  await portal.happen(`operation-${asked}`, [again, { type: 'OperationCompleted', data: { attempt: 2 } }]);
  // Its request has no entry.
  const silent = idOf('reconcile');
  const about = { noun: 'api', id: '7', place: 'api-7' };
  await portal.happen(`reconciliation-${silent}`, [
    { type: 'ReconciliationRequested', data: { operationId: silent, about, reason: 'left-over' } },
  ]);
  await portal.happen(`operation-${silent}`, [again]);
  const rows = await shown(portal, 4);
  expect(rows).toMatchObject([
    { kind: 'ApplicationRegistered', operation_id: null, outcome: null },
    { kind: 'ApplicationDeletionRequested', about_noun: 'application', operation_id: asked, outcome: 'done' },
    {
      ...{ kind: 'OperationReplayRequested', noun: 'operation', noun_id: asked, about_noun: 'operation', about_id: 0 },
      ...{ organization_id: 2, name: 'Shop', operation_id: asked, outcome: 'done' },
    },
    { about_noun: 'operation', about_id: 0, organization_id: null, name: '', operation_id: silent, outcome: 'pending' },
  ]);
});

test('an entry has terms for searches: whose it is, when, and its words without the changes', async () => {
  const portal = await openPortal({ hasTables: true });
  await portal.happen('api-7', [published(7)]);
  await portal.happen('deployment-3', [deploymentRequested(3, 7, configOf())]);
  await shown(portal, 2);
  const [entry] = await portal.rows("select terms from history where noun = 'deployment'");
  expect(entry?.terms).toEqual([
    'entry:',
    ...['about:api-7', 'thing:deployment-3', 'noun:deployment', 'kind:DeploymentRequested', 'organization:2', 'user:5'],
    ...['by:2', 'act:deployed'],
    'slice:10229',
    ...['p', 'pa', 'pay', 'paym', 'payme', 'paymen', 'payment', 'payments', 'd', 'de', 'dev'],
  ]);
});

test('E5: the address of a person who is erased goes with the tables that are made anew', async () => {
  const portal = await openPortal({ hasTables: true });
  await append(portal, 0, added, '2026-01-05T08:00:00.000Z');
  expect(await shown(portal, 1)).toMatchObject([{ address: '192.0.2.77' }]);
  await createSubjectKeys(portal.pool, portal.key).eraseSubject(somebody.userId);
  await vi.waitFor(
    async () => expect(await portal.rows('select address from history')).toEqual([{ address: '[erased]' }]),
    20_000,
  );
});

test('each event that has an act is written by one of the parts', () => {
  const written = [history, apiHistory, otherHistory].flatMap(({ on }) => Object.keys(on));
  expect(Object.keys(actOf).filter((type) => !written.includes(type))).toEqual([]);
});

test('what happens to people has entries with roles and organization, and without names and addresses', async () => {
  const portal = await openPortal({ hasTables: true });
  const names = { firstname: 'Quetzal', lastname: 'Coatl', email: 'quetzal@partner.example' };
  const moved = { userId: 9, from: 2, to: 4 } as const;
  await portal.happen('user-9', [
    { type: 'UserRegistered', data: { userId: 9, organizationId: 2, ...names, roles: ['ROLE_COMPANY_USER'] } },
    { type: 'UserRolesChanged', data: { userId: 9, from: ['ROLE_COMPANY_USER'], to: ['ROLE_AUDITOR'] } },
    { type: 'UserMoved', data: moved },
    { type: 'UserSignedIn', data: { userId: 9, session: 'a-hash' } },
  ]);
  await shown(portal, 4);
  const rows = await portal.rows(
    'select kind, about_noun, about_id, organization_id, name, values, changes, roles, rule, terms from history order by position',
  );
  expect(rows).toMatchObject([
    { kind: 'UserRegistered', about_noun: 'user', about_id: 9, organization_id: 2, name: '', rule: '' },
    { organization_id: 2, changes: [{ field: 'roles', from: ['ROLE_COMPANY_USER'], to: ['ROLE_AUDITOR'] }] },
    { organization_id: 2, changes: [{ field: 'organization', from: 2, to: 4 }] },
    { organization_id: 4, values: { userId: 9 } },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/quetzal|a-hash/i);
});

test('the history of a category has the last day of access, also of access that ended by itself, and none of revoked access', async () => {
  const portal = await openPortal({ hasTables: true });
  const pair = { grantId: 21, eventCategoryId: 7, organizationId: 2 };
  const [endsAt, later] = ['2026-12-31T23:59:59.999Z', '2027-03-31T23:59:59.999Z'];
  await portal.happen('access-7-2-event', [
    { type: 'EventAccessGranted', data: { ...pair, requestId: null, endsAt } },
    { type: 'EventAccessEndChanged', data: { ...pair, from: endsAt, to: later } },
    { type: 'EventAccessEnding', data: { ...pair, endsAt: later, days: 14 } },
    { type: 'EventAccessRevoked', data: { ...pair, endsAt: later } },
    { type: 'EventAccessGranted', data: { ...pair, grantId: 22, requestId: null } },
    { type: 'EventAccessRevoked', data: { ...pair, grantId: 22 } },
  ]);
  const days = (from: string | null, to: string) => [{ field: 'lastDay', from, to }];
  const changed = days('2026-12-31', '2027-03-31');
  const until = days(null, '2027-03-31');
  const rows = await shown(portal, 6);
  expect(rows.map(({ changes }) => changes)).toEqual([days(null, '2026-12-31'), changed, until, until, [], []]);
});
