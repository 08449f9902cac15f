import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockDecider } from '#domain/clock/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import type { InboxPage, InboxRow } from '#domain/inbox/schema.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newCategory, newOffer, newRequestFor } from '../access/examples.ts';
import { newId } from '../http/new-id.ts';
import { newRequest as newRegistration } from '../registration/examples.ts';

let world: BffWorld;
/** What waits, by a word for each. */
let ids: Readonly<Record<'api' | 'events' | 'joined' | 'registration' | 'deletion' | 'drift', string>>;

const meta = () => ({
  actor: byPortal,
  commandId: randomId(),
  correlationId: randomId(),
  time: new Date().toISOString(),
});

const findDrift = async (): Promise<string> => {
  const { rows } = await world.pool.query<{ deploymentId: number; apiId: number; gatewayId: number }>(
    `select id as "deploymentId", api_id as "apiId", gateway_id as "gatewayId" from deployments where id = $1`,
    [world.acme.deployed.deploymentId],
  );
  const objectId = randomId();
  const data = {
    ...(rows[0] as NonNullable<(typeof rows)[0]>),
    objectId,
    kind: 'service' as const,
    label: 'service',
    name: 'orders-dev',
    form: 'changed' as const,
    fields: [{ field: 'host', applied: 'orders.example', held: 'elsewhere.example' }],
    digest: 'one',
    intactAt: null,
    writtenAt: null,
    isAdoptable: true,
  };
  const id = differenceIdOf(data.deploymentId, objectId);
  const command = { type: 'ReportDifference', data } as const;
  const done = await execute({ store: world.services.store, decider: differenceDecider, id, command, meta: meta() });
  if (!('position' in done)) throw new Error(JSON.stringify(done));
  await world.shown(done.position);
  return id;
};

const askDeletion = async (): Promise<string> => {
  const requestId = await newId(world.pool, 'organization-deletion');
  const { organizationId } = world.partner;
  const facts = { usedLately: false, hasLastAdministrator: false, callers: [], accepted: [] };
  const data = { requestId, requestedBy: world.acme.members.user.userId, ...facts };
  const command = { type: 'RequestDeletion', data } as const;
  await world.shown(await world.seed.send(organizationDecider, organizationId, command));
  return String(requestId);
};

beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner } = world;
  const pairOf = async () => ({ apiId: await newOffer(world, partner), organizationId: partner.organizationId });
  const api = await newRequestFor(world, partner, await pairOf());
  const { organizationId } = partner;
  const events = await newRequestFor(world, partner, { eventCategoryId: await newCategory(world), organizationId });
  const pair = await pairOf();
  const joined = await newRequestFor(world, partner, pair);
  // The portal administrator of Partner asks for the same, and so does not decide.
  const also = { organizationId, productId: pair.apiId };
  const asked = await world.ask(partner.members.portal, 'POST', '/api/request-access', { json: also });
  await world.shown(asked.body.position);
  ids = {
    api: `access-${api}`,
    events: `access-${events}`,
    joined: `access-${joined}`,
    registration: `registration-${await newRegistration(world, acme)}`,
    deletion: `deletion-${await askDeletion()}`,
    drift: `drift-${await findDrift()}`,
  };
  await world.allShown();
});
afterAll(() => world.close());

const list = async (who: Member, query = ''): Promise<InboxPage> => {
  const { status, body } = await world.ask(who, 'GET', `/api/inbox?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as InboxPage;
};
const idsOf = ({ waiting }: InboxPage) => waiting.map(({ id }) => id);
const count = async (who: Member) => (await world.ask(who, 'GET', '/api/inbox/count')).body;

describe('the inbox', () => {
  it('has what waits for a portal administrator, of all kinds that they decide, oldest first', async () => {
    const page = await list(world.acme.members.portal);
    expect(idsOf(page)).toEqual([ids.api, ids.events, ids.joined, ids.registration, ids.deletion]);
    expect(page.total).toBe(5);
    const [api] = page.waiting as [InboxRow];
    expect(api).toMatchObject({
      ...{ kind: 'access', type: 'api', detail: 'Acme', organization: 'Partner', reason: 'canary reason' },
      overdue: false,
    });
    expect(new Date(api.due).getTime() - new Date(api.since).getTime()).toBe(3 * 24 * 3_600_000);
  });

  it('has for everybody else what they decide, and nothing of others', async () => {
    const { acme, partner } = world;
    expect(idsOf(await list(acme.members.gateway))).toEqual([ids.drift]);
    expect(idsOf(await list(acme.members.admin))).toEqual([ids.registration]);
    expect(idsOf(await list(partner.members.admin))).toEqual([]);
    for (const who of [acme.members.user, acme.members.auditor, acme.members.support, partner.members.owner])
      expect(await list(who)).toEqual({ waiting: [], total: 0, page: 0 });
  });

  it('has nothing that one asked for, alone or with others', async () => {
    expect(idsOf(await list(world.partner.members.portal, 'kind=access'))).toEqual([ids.api, ids.events]);
  });

  it('is filtered by kind, searched and sorted', async () => {
    const { portal } = world.acme.members;
    expect(idsOf(await list(portal, 'kind=deletion'))).toEqual([ids.deletion]);
    expect((await list(portal, 'kind=drift')).total).toBe(0);
    expect(idsOf(await list(portal, 'search=CANARYCOMPANY'))).toEqual([ids.registration]);
    expect(idsOf(await list(portal, 'search=canary%20reason')).length).toBe(3);
    // A deletion has more days than what came before it.
    expect(idsOf(await list(portal, 'sort=due&order=desc'))[0]).toBe(ids.deletion);
    expect((await world.ask(portal, 'GET', '/api/inbox?kind=replay')).status).toBe(400);
  });

  it('is a file, too', async () => {
    const { body } = await world.ask(world.acme.members.portal, 'GET', '/api/inbox/download?kind=access');
    expect(String(body.text).split('\r\n')).toHaveLength(1 + 3 + 1);
  });

  it('counts what waits, and what is overdue once its days are over', async () => {
    const { portal, gateway, user } = world.acme.members;
    expect(await count(portal)).toEqual({ waiting: 5, overdue: 0 });
    expect(await count(user)).toEqual({ waiting: 0, overdue: 0 });
    await world.pool.query(`update access_requests set requested_at = requested_at - interval '73 hours'`);
    await world.pool.query(`update differences set found_at = found_at - interval '47 hours'`);
    expect(await count(portal)).toEqual({ waiting: 5, overdue: 3 });
    expect(await count(gateway)).toEqual({ waiting: 1, overdue: 0 });
    expect(idsOf(await list(portal, 'due=over'))).toEqual([ids.api, ids.events, ids.joined]);
    expect((await list(portal)).waiting.map(({ overdue }) => overdue)).toEqual([true, true, true, false, false]);
  });

  it('says since when something is with others because its time is over, and with whom', async () => {
    const { portal } = world.acme.members;
    const [first] = (await list(portal)).waiting as [InboxRow];
    expect(first).toMatchObject({ escalatedAt: null, escalatedTo: [] });
    const report = async (since: string) => {
      const data = {
        ...{ kind: 'access' as const, key: first.key, since, dueAt: first.due, about: first.subject },
        step: 'over' as const,
        told: [
          { userId: portal.userId, as: 'portal-administrators' as const },
          { userId: 1, as: 'auditors' as const },
        ],
      };
      const command = { type: 'ReportClock' as const, data };
      await world.shown(await world.seed.send(clockDecider, first.id, command));
    };
    // What is known of an earlier wait of the same thing is not said of this one.
    await report('2020-01-01T00:00:00.000Z');
    expect((await list(portal)).waiting[0]).toMatchObject({ escalatedAt: null, escalatedTo: [] });
    await report(first.since);
    expect(
      (await list(portal)).waiting.map(({ id, escalatedAt, escalatedTo }) => [id, escalatedAt, escalatedTo]),
    ).toEqual([
      [ids.api, expect.stringMatching(/Z$/), ['portal-administrators', 'auditors']],
      ...[ids.events, ids.joined, ids.registration, ids.deletion].map((id) => [id, null, []]),
    ]);
  });
});

describe('many requests for access', () => {
  const decideMany = (verb: 'approve' | 'deny', apiAccessRequestIds: readonly number[], who: Member) =>
    world.ask(who, 'POST', `/api/${verb}-api-access-requests`, { json: { apiAccessRequestIds, note: 'As agreed' } });
  const keyOf = (id: string) => Number(id.split('-')[1]);

  it('are none when one is not there, or somebody may decide none', async () => {
    const { portal, user } = world.acme.members;
    expect((await decideMany('approve', [keyOf(ids.api), 1_999_999], portal)).status).toBe(404);
    expect((await decideMany('approve', [keyOf(ids.api)], user)).status).toBe(403);
    expect(await count(portal)).toMatchObject({ waiting: 5 });
  });

  it('are decided in one act with one note; what can not be stays, with the reason', async () => {
    const { portal } = world.partner.members;
    const all = [ids.api, ids.events, ids.joined].map(keyOf);
    const { status, body } = await decideMany('deny', all, portal);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { decided: all.slice(0, 2), left: [{ id: all[2], code: 'access.own-request' }] },
    });
    await world.shown(body.position);
    expect(idsOf(await list(world.acme.members.portal, 'kind=access'))).toEqual([ids.joined]);
    const rows = await world.ask(world.acme.members.portal, 'GET', `/api/request-access/all?id=${all[1]}`);
    expect(rows.body).toMatchObject({ total: 1, requests: [{ status: 'DENIED', note: 'As agreed' }] });
    const again = await decideMany('approve', all, world.acme.members.portal);
    expect(again.body).toMatchObject({
      decided: [all[2]],
      left: [{ code: 'access.decided-already' }, { code: 'access.decided-already' }],
    });
  });
});
