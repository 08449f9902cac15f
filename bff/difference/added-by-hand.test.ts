import { afterAll, beforeAll, expect, it } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import type { DifferenceDetails } from '#domain/difference/schema.ts';
import { driftDecider } from '#domain/drift/decider.ts';
import { type ForeignKind, foreignStreamId } from '#domain/drift/drift.ts';
import type { HistoryRow } from '#domain/history/schema.ts';
import type { NoticeRow } from '#domain/notice/schema.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

/* What somebody adds at a gateway beside a key is told by the key's organization and nickname, never by the id of its consumer. */

let world: BffWorld;
let base: Readonly<{ deploymentId: number; apiId: number; gatewayId: number }>;
let keyId: number;
const objectId = randomId();

const meta = () => ({
  actor: byPortal,
  commandId: randomId(),
  correlationId: randomId(),
  time: new Date().toISOString(),
});
const added = async (kind: ForeignKind, name: string, id: string, ofKey?: number) => {
  const { store } = world.services;
  const object = { ...base, objectId: id, kind, name, ...(ofKey !== undefined && { keyId: ofKey }) };
  await execute({
    store,
    decider: driftDecider,
    id: foreignStreamId(base.deploymentId, object),
    command: { type: 'ReportForeign', data: { ...object, look: `look/${id}` } },
    meta: meta(),
  });
};

/** A look finds an object that is nobody's of the portal. @returns the difference's id. */
const reported = async (kind: ForeignKind, objectId: string, name = 'theirs'): Promise<string> => {
  const id = differenceIdOf(base.deploymentId, objectId);
  await execute({
    store: world.services.store,
    decider: differenceDecider,
    id,
    command: {
      type: 'ReportDifference',
      data: {
        ...{ ...base, objectId, kind, label: kind, name, form: 'foreign', fields: [] },
        ...{ digest: 'one', intactAt: null, writtenAt: null, isAdoptable: false },
      },
    },
    meta: meta(),
  });
  await world.allShown();
  return id;
};

beforeAll(async () => {
  world = await startBffWorld();
  const { rows } = await world.pool.query<typeof base>(
    `select id as "deploymentId", api_id as "apiId", gateway_id as "gatewayId" from deployments where id = $1`,
    [world.acme.deployed.deploymentId],
  );
  if (!rows[0]) throw new Error('there is no deployment');
  base = rows[0];
  ({ consumerId: keyId } = await world.seed.consumer(base.deploymentId, base.apiId, world.partner.organizationId));
  await added('key-auth', '', objectId, keyId);
  await added('upstream', 'orders.example', randomId());
  await reported('key-auth', objectId, '');
});
afterAll(() => world.close());

const label = () => `${world.partner.name} · seeded`;

it('in the drift', async () => {
  const id = differenceIdOf(base.deploymentId, objectId);
  const { body } = await world.ask(world.acme.members.gateway, 'GET', `/api/kong/drift/${id}`);
  expect(body).toMatchObject({ kind: 'key-auth', name: label() });
});

it('at the deployment, for whoever may open it', async () => {
  const { body } = await world.ask(world.acme.members.owner, 'GET', `/api/api-detail/${base.apiId}`);
  const drift = (body as { deployments: DeploymentRow[] }).deployments.find(
    ({ id }) => id === base.deploymentId,
  )?.drift;
  expect(drift?.added).toEqual([
    { effect: 'credential', name: '', key: label() },
    { effect: 'upstream', name: 'orders.example', key: null },
  ]);
  // The last release shows these, each under a name of its own.
  expect(drift?.foreign).toEqual([`key-auth ${objectId}`, 'orders.example']);
});

/** What somebody hears of a group that was given to a key of another API: at the deployment, in a notice and in the history. */
const toldOf = async (who: Member) => {
  const detail = await world.ask(who, 'GET', `/api/api-detail/${base.apiId}`);
  const deployment = (detail.body as { deployments: DeploymentRow[] }).deployments.find(
    ({ id }) => id === base.deploymentId,
  );
  const notices = await world.ask(who, 'GET', '/api/notices');
  const history = await world.ask(who, 'GET', `/api/api-history/${base.apiId}`);
  return {
    deployment: deployment?.drift?.added.find(({ effect }) => effect === 'key')?.key,
    notice: (notices.body as { notices: NoticeRow[] }).notices.find(({ effect }) => effect === 'key')?.key,
    history: (history.body as { entries: HistoryRow[] }).entries.find(({ values }) => values.object === 'acl')?.values
      .nickname,
  };
};

it('another organization’s key of another API, by its number only to who may not list it', async () => {
  const { deployed, apiId } = world.partner;
  const { consumerId } = await world.seed.consumer(deployed.deploymentId, apiId, world.partner.organizationId);
  await added('acl', '', randomId(), consumerId);
  await world.allShown();
  const { portal, owningAdmin, owner } = world.acme.members;
  expect(await toldOf(portal)).toEqual({ deployment: label(), notice: label(), history: label() });
  expect(await toldOf(owningAdmin)).toEqual({
    deployment: `#${consumerId}`,
    notice: `#${consumerId}`,
    history: undefined,
  });
  expect(await toldOf(owner)).toMatchObject({ deployment: `#${consumerId}`, history: undefined });
});

it('a key, by its number only to a company administrator who maintains nothing', async () => {
  const { body } = await world.ask(world.acme.members.admin, 'GET', '/api/notices');
  expect((body as { notices: NoticeRow[] }).notices.find(({ effect }) => effect === 'credential')?.key).toBe(
    `#${keyId}`,
  );
});

it('neither as a key’s nor as a stranger’s, when an older event does not say whose it is', async () => {
  const id = randomId();
  await added('acl', id, id);
  await world.allShown();
  const { body } = await world.ask(world.acme.members.portal, 'GET', '/api/notices');
  expect((body as { notices: NoticeRow[] }).notices.find(({ object }) => object === id)?.effect).toBe('consumer');
});

it('a key that is gone, by its number', async () => {
  const id = randomId();
  await added('oauth2', '', id, 4_000_000);
  await world.allShown();
  const { body } = await world.ask(world.acme.members.portal, 'GET', '/api/notices');
  expect((body as { notices: NoticeRow[] }).notices[0]).toMatchObject({ effect: 'credential', key: '#4000000' });
});

it('in a notice', async () => {
  const { body } = await world.ask(world.acme.members.portal, 'GET', '/api/notices');
  const told = (body as { notices: { kind: string }[] }).notices.filter(({ kind }) => kind === 'foreign-object');
  expect(told.slice(-2)).toMatchObject([
    { effect: 'upstream', object: 'orders.example', key: null },
    { effect: 'credential', object: '', key: label() },
  ]);
});

it('in the history: the key by its number only for who may not see the keys of others', async () => {
  const entryFor = async (who: Parameters<BffWorld['ask']>[0]) => {
    const { body } = await world.ask(who, 'GET', `/api/api-history/${base.apiId}`);
    const { entries } = body as { entries: { type: string; values: Record<string, unknown> }[] };
    return entries.find(({ type, values }) => type === 'ForeignObjectFound' && values.object === 'key-auth')?.values;
  };
  expect(await entryFor(world.acme.members.owner)).toEqual({
    object: 'key-auth',
    name: '',
    key: keyId,
    nickname: label(),
  });
  const { user } = world.acme.members;
  expect(await entryFor(user)).toEqual({ object: 'key-auth', name: '', key: keyId });
});

const differenceOf = async (id: string) =>
  (await world.ask(world.acme.members.gateway, 'GET', `/api/kong/drift/${id}`)).body as Record<string, unknown>;

it('before it is removed: its tags, who looks after it, and what goes with it', async () => {
  const [route, plugin] = [randomId(), randomId()];
  const id = await reported('route', route);
  const removalOf = () => differenceOf(id);
  expect(await removalOf()).toMatchObject({ isReappliable: true, removal: { tags: [], otherTools: [], below: [] } });
  const insert = `insert into gateway_objects (gateway_id, kind, id, name, about, sort_name, sort_about, enabled, tags, route_id, is_own, created_at, body, words, hash, seen_at)
    values ($1, $2, $3, $4, '', '', '', true, $5, $6, false, now(), '{}', '', '', now())`;
  const tags = ['team-a', 'managed-by-ingress-controller'];
  await world.pool.query(insert, [base.gatewayId, 'route', route, 'theirs', tags, null]);
  await world.pool.query(insert, [base.gatewayId, 'plugin', plugin, 'cors', [], route]);
  expect(await removalOf()).toMatchObject({
    removal: { tags, otherTools: ['managed-by-ingress-controller'], below: [{ kind: 'plugin', name: 'cors' }] },
  });
  await world.pool.query("update gateway_objects set tags = '{}' where id = $1", [route]);
  const one = await removalOf();
  expect(one).toMatchObject({ removal: { otherTools: [], total: 1 } });
  // Beside more than the dialog names stands one that is looked after.
  for (let made = 0; made < 30; made++)
    await world.pool.query(insert, [base.gatewayId, 'plugin', randomId(), 'acl', [], route]);
  await world.pool.query(insert, [base.gatewayId, 'plugin', randomId(), 'zipkin', ['managed-by-terraform'], route]);
  const many = await removalOf();
  expect(many).toMatchObject({ removal: { otherTools: ['managed-by-terraform'], total: 32 } });
  const removalIn = (body: Record<string, unknown>) => (body as DifferenceDetails).removal;
  expect(removalIn(many)?.below).toHaveLength(20);
  expect(removalIn(many)?.mark).not.toBe(removalIn(one)?.mark);

  const json = { answer: 'reapply', reason: 'as agreed', seen: 'one', below: removalIn(many)?.mark };
  const { status } = await world.ask(world.acme.members.gateway, 'POST', `/api/kong/drift/${id}/answer`, { json });
  expect(status).toBeLessThan(300);
  const request = (await world.services.store.read(`difference-${id}`)).at(-1);
  expect(request).toMatchObject({ type: 'DifferenceReapplyRequested', data: { below: removalIn(many)?.mark } });
});

it('what goes with an upstream is in its digest: the copy may know none of its targets', async () => {
  const upstream = randomId();
  const id = await reported('upstream', upstream);
  await world.pool.query(
    `insert into gateway_objects (gateway_id, kind, id, name, about, sort_name, sort_about, enabled, tags, upstream_id, is_own, created_at, body, words, hash, seen_at)
     select $1, kind, id, id, '', '', '', true, '{}', upstream, false, now(), '{}', '', '', now()
     from (values ('upstream', $2, null), ('target', $3, $2)) as made (kind, id, upstream)`,
    [base.gatewayId, upstream, randomId()],
  );
  expect(await differenceOf(id)).toMatchObject({ removal: { total: 1, mark: '' } });
});
