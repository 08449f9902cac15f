import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#bff/http/new-id.ts';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import type { AsOfPage, AsOfRow } from '#domain/as-of/schema.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { credentialsOf } from '#test/world/sample-events.ts';
import { newMadeTopic, newSubscription } from '../event-subscription/examples.ts';

let world: BffWorld;
let key: { consumerId: number; apiId: number };
/** Moments between the steps of the key's life. */
const moments: Record<'before' | 'asked' | 'working' | 'revoked' | 'removed', string> = {
  before: '',
  asked: '',
  working: '',
  revoked: '',
  removed: '',
};

/** Returns a moment that no event has: what is written next is later. */
const moment = async (): Promise<string> => {
  await setTimeout(2);
  const at = new Date().toISOString();
  await setTimeout(2);
  return at;
};

beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner, publicGatewayId, seed, pool, ask } = world;
  const { apiId } = acme;
  const { organizationId } = partner;
  const deployed = await seed.deployment(apiId, publicGatewayId, 'deployed', { environment: 'PROD' });
  await world.shown(deployed.position);
  moments.before = await moment();
  const { body } = await ask(partner.members.admin, 'POST', '/api/request-access', {
    json: { organizationId, productId: apiId, reason: 'We ship' },
  });
  await world.shown(body.position);
  const { rows } = await pool.query('select id from access_requests where api_id = $1', [apiId]);
  const approved = await ask(acme.members.portal, 'POST', '/api/approve-api-access-request', {
    json: { apiAccessRequestId: rows[0].id },
  });
  await world.shown(approved.body.position);
  const [grant] = (await pool.query('select id from access_grants where api_id = $1', [apiId])).rows;
  const [consumerId, operationId] = [await newId(pool, 'consumer'), randomId()];
  key = { consumerId, apiId };
  const { deploymentId } = deployed;
  const settings = { nickname: '=Till', rateLimit: null, requestTransformer: null, grantId: grant.id };
  const credentials = credentialsOf('till', ['key', 'oauth2']);
  const data = { consumerId, operationId, deploymentId, apiId, organizationId, ...settings, credentials };
  await seed.send(consumerDecider, consumerId, { type: 'RequestConsumer', data });
  moments.asked = await moment();
  await seed.send(consumerDecider, consumerId, { type: 'ConfirmConsumer', data: { operationId } });
  moments.working = await moment();
  await seed.send(accessDecider, accessIdOf(apiId, organizationId), {
    type: 'RevokeAccess',
    data: { grantId: grant.id },
  });
  moments.revoked = await moment();
  const removal = { operationId: randomId() };
  await seed.send(consumerDecider, consumerId, { type: 'RequestRemoval', data: removal });
  const done = await seed.send(consumerDecider, consumerId, { type: 'ConfirmRemoval', data: removal });
  moments.removed = await moment();
  await world.shown(done);
});
afterAll(() => world?.close());

const read = async (who: Member, query: string): Promise<AsOfPage> => {
  const { status, body } = await world.ask(who, 'GET', `/api/as-of?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as AsOfPage;
};

const ofApi = (at: keyof typeof moments) => `of=api&id=${key.apiId}&env=PROD&at=${moments[at]}`;
const tillIn = ({ rows }: AsOfPage): AsOfRow | undefined => rows.find(({ name }) => name === '=Till');

it('says who could call an API at a moment, by which key, approved by whom, from when to when', async () => {
  const { acme, partner } = world;
  const { auditor, portal } = acme.members;
  const working = await read(auditor, ofApi('working'));
  expect(working.about).toEqual({ id: key.apiId, name: 'Acme orders' });
  expect(tillIn(working)).toMatchObject({
    thing: `consumer-${key.consumerId}`,
    state: 'working',
    client: 'client-till',
    organization: { id: partner.organizationId, name: 'Partner' },
    api: { id: key.apiId, name: 'Acme orders' },
    environment: 'PROD',
    given: { user: { id: portal.userId, name: `Acme-portal Of ${acme.organizationId}` } },
    entitled: { cause: 'revoked' },
    inForce: { cause: 'removed' },
  });
  const row = tillIn(working);
  const [entitled, inForce] = [row?.entitled, row?.inForce];
  expect([entitled?.since, inForce?.since, entitled?.until, inForce?.until].map(String)).toEqual(
    [entitled?.since, inForce?.since, entitled?.until, inForce?.until].map(String).toSorted(),
  );
  // The grant has a row of its own: more keys could be added.
  expect(working.rows.map(({ noun }) => noun).sort()).toEqual(['access', 'consumer']);
  expect((await read(portal, ofApi('working'))).rows).toEqual(working.rows);
  expect(JSON.stringify(working)).not.toContain('fingerprint');
});

it.each([
  ['before', undefined],
  ['asked', 'waiting'],
  ['working', 'working'],
  ['revoked', 'late'],
  ['removed', undefined],
] as const)('%s: the key is %s', async (at, state) => {
  const { auditor } = world.acme.members;
  expect(tillIn(await read(auditor, ofApi(at)))?.state).toBe(state);
  for (const each of ['working', 'waiting', 'late', 'drift'] as const)
    expect(tillIn(await read(auditor, `${ofApi(at)}&state=${each}`)) !== undefined, each).toBe(each === state);
});

it('is found by words, by environment, and by its organization', async () => {
  const { auditor } = world.acme.members;
  const { organizationId } = world.partner;
  const total = async (query: string) => (await read(auditor, `${ofApi('working')}&${query}`)).total;
  expect(await total('search=TILL')).toBe(1);
  expect(await total('search=client-till')).toBe(1);
  expect(await total('search=partner')).toBe(2);
  expect(await total('search=nobody%25')).toBe(0);
  expect(tillIn(await read(auditor, `of=api&id=${key.apiId}&env=DEV&at=${moments.working}`))).toBeUndefined();
  const ofPartner = await read(auditor, `of=organization&id=${organizationId}&at=${moments.working}&sort=name`);
  expect(tillIn(ofPartner)?.state).toBe('working');
  const past = await read(auditor, `${ofApi('working')}&page=7`);
  expect([past.rows, past.total]).toEqual([[], 2]);
});

it('says what roles a person had, and what they could do then', async () => {
  const { auditor, portal } = world.acme.members;
  const { organizationId } = world.acme;
  const member = await world.seed.user(organizationId, 'Nora', ['ROLE_COMPANY_USER']);
  const first = await moment();
  const { userId } = member;
  await world.seed.send(userDecider, userId, { type: 'ChangeRoles', data: { roles: ['ROLE_SUPPORT'] } });
  await world.allShown();
  const then = await read(auditor, `of=user&id=${userId}&at=${first}`);
  expect(then.rows).toMatchObject([{ noun: 'user', roles: ['ROLE_COMPANY_USER'], entitled: { cause: 'changed' } }]);
  expect(then.rights).toContain('access.request');
  expect(then.rights).not.toContain('operation.list');
  expect((await read(auditor, `of=user&id=${userId}`)).rights).toContain('operation.list');
  // What anybody may is nobody's right.
  expect(then.rights).not.toContain('api.read');
  const owner = await read(auditor, `of=user&id=${world.acme.members.owner.userId}`);
  expect(owner.rows.map(({ noun, application }) => [noun, application?.name])).toContainEqual(['owner', 'Acme shop']);
  expect(owner.rights).toContain('api.publish');
  // Deciding about access is a right of maintainers only while their application says so.
  const { applicationId, members } = world.acme;
  const before = await moment();
  const letDecide = async (maintainersDecide: boolean) => {
    const { body: form } = await world.ask(
      members.owner,
      'GET',
      `/api/application/edit-application?id=${applicationId}`,
    );
    const { name, description, external, contact, basedOn, organizationId } = form;
    const owners = (form.owners as { ownerEmail: string }[]).map(({ ownerEmail }) => ownerEmail).join('\n');
    const json = {
      id: applicationId,
      name,
      description: description || 'Sells',
      external,
      contact,
      owners,
      organizationId,
      basedOn,
    };
    const target = '/api/application/edit-application';
    const saved = await world.ask(members.owner, 'POST', target, { json: { ...json, maintainersDecide } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await world.allShown();
  };
  await letDecide(true);
  const meanwhile = await moment();
  await letDecide(false);
  const rightsAt = async (at: string) => (await read(auditor, `of=user&id=${members.owner.userId}&at=${at}`)).rights;
  expect(await rightsAt(before)).not.toContain('access.decide');
  expect(await rightsAt(meanwhile)).toContain('access.decide');
  expect(await rightsAt(await moment())).not.toContain('access.decide');
  await world.seed.send(userDecider, userId, { type: 'DeleteUser', data: {} });
  await world.seed.send(userDecider, userId, { type: 'EraseUser', data: {} });
  await world.allShown();
  const erased = await read(portal, `of=user&id=${userId}&at=${first}`);
  expect(erased.rows[0]?.person).toEqual({ id: userId, name: '' });
  expect(erased.about).toEqual({ id: userId, name: '' });
});

it('an auditor of a partner reads only their own, and no stranger in it', async () => {
  const { partner, acme } = world;
  const { auditor, admin } = partner.members;
  const page = await read(auditor, ofApi('working'));
  expect(page.rows.map(({ organization }) => organization?.id)).toEqual([
    partner.organizationId,
    partner.organizationId,
  ]);
  expect(tillIn(page)?.given).toMatchObject({ user: null, isOther: true });
  expect((await read(admin, ofApi('working'))).rows).toEqual(page.rows);
  for (const query of [
    `of=organization&id=${acme.organizationId}`,
    `of=user&id=${acme.members.portal.userId}`,
    `of=api&id=${partner.apiId + 1_000}`,
  ])
    expect(await read(auditor, query), query).toMatchObject({ rows: [], total: 0, about: null });
  const subjects = async (who: Member, query: string) =>
    (await world.ask(who, 'GET', `/api/as-of/subjects?${query}`)).body.subjects as { id: number; name: string }[];
  expect((await subjects(auditor, 'of=organization')).map(({ id }) => id)).toEqual([partner.organizationId]);
  expect(await subjects(auditor, 'of=user&search=acme-portal')).toEqual([]);
  expect((await subjects(acme.members.auditor, 'of=user&search=acme-portal')).map(({ id }) => id)).toEqual([
    acme.members.portal.userId,
  ]);
  expect((await subjects(auditor, 'of=api&search=ord')).map(({ name }) => name)).toEqual([
    'Acme orders',
    'Partner orders',
  ]);
});

it('says who could read a topic at a moment, by which login, from when to when', async () => {
  const { acme, partner, seed, shown } = world;
  const { auditor } = acme.members;
  const topic = await newMadeTopic(world);
  const before = await moment();
  const id = await newSubscription(world, partner, topic);
  const reading = await moment();
  const removal = { operationId: randomId() };
  await seed.send(eventSubscriptionDecider, id, { type: 'RequestRemoval', data: removal });
  const ending = await moment();
  await shown(await seed.send(eventSubscriptionDecider, id, { type: 'ConfirmRemoval', data: removal }));
  const at = async (time: string) => {
    const { rows } = await read(auditor, `of=event-topic&id=${topic.id}&at=${time}`);
    return rows.find(({ noun }) => noun === 'event-subscription');
  };
  expect(await at(before)).toBeUndefined();
  expect(await at(reading)).toMatchObject({
    thing: `event-subscription-${id}`,
    state: 'working',
    organization: { id: partner.organizationId, name: 'Partner' },
    topic: { id: topic.id, name: topic.name },
    inForce: { cause: 'removed' },
  });
  expect((await at(reading))?.client).not.toBe('');
  expect((await at(ending))?.state).toBe('late');
  expect(await at(await moment())).toBeUndefined();
});

it('a partner finds an API and a topic of their own that only others use, and no row of the others', async () => {
  const { partner, acme, seed, pool } = world;
  const { auditor } = partner.members;
  const apiId = await seed.api(partner.organizationId, null, 'Partner returns');
  const access = { grantId: await newId(pool, 'access-grant'), apiId, organizationId: acme.organizationId };
  await seed.send(accessDecider, accessIdOf(apiId, acme.organizationId), { type: 'GrantAccess', data: access });
  const eventTopicId = await newId(pool, 'event-topic');
  const place = { kafkaEnvId: 4, categoryId: 12, partitions: null, replication: null, config: {}, choice: null };
  const owner = { organizationId: partner.organizationId, organizationAttr: '', subscribed: [] };
  await seed.send(eventTopicDecider, eventTopicId, {
    type: 'AddEventTopic',
    data: { eventTopicId, operationId: randomId(), name: 'partner.returned', ...place, ...owner },
  });
  await world.allShown();
  const ofApi = `of=api&id=${apiId}`;
  expect((await read(acme.members.auditor, ofApi)).total).toBe(1);
  expect(await read(auditor, ofApi)).toMatchObject({ rows: [], total: 0, about: { name: 'Partner returns' } });
  const ofTopic = `of=event-topic&id=${eventTopicId}`;
  expect(await read(auditor, ofTopic)).toMatchObject({ rows: [], about: { name: 'partner.returned' } });
});

it.each([
  ['of=api', 'id'],
  ['of=nothing&id=1', 'of'],
  ['id=0', 'id'],
  ['id=1&at=2999-01-01T00:00:00Z', 'at'],
  ['id=1&at=yesterday', 'at'],
  ['id=1&at=2026-03-03', 'at'],
  ['id=1&env=LIVE', 'env'],
  ['id=1&sort=secret', 'sort'],
])('refuses %s at %s', async (query, field) => {
  const { status, body } = await world.ask(world.acme.members.auditor, 'GET', `/api/as-of?${query}`);
  expect([status, body.errors]).toMatchObject([400, [{ field }]]);
});
