import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { approvalRuleDecider, approvalRuleId } from '#domain/approval-rule/approval-rule.ts';
import { byPortal } from '#domain/core/actor.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import type { FoundDifference } from '#domain/difference/difference.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { kafkaDifferenceIdOf } from '#domain/difference/kafka-subject.ts';
import type { DifferenceDetails, DifferenceRow } from '#domain/difference/schema.ts';
import { driftDecider } from '#domain/drift/decider.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import type { FoundKafkaDifference } from '#domain/kafka-difference/kafka-difference.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let base: Pick<FoundDifference, 'deploymentId' | 'apiId' | 'gatewayId'>;
const objectIds = ['2b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', '3b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8'] as const;

const meta = () => ({
  actor: byPortal,
  commandId: randomId(),
  correlationId: randomId(),
  time: new Date().toISOString(),
});
const shown = async (done: object) => {
  if (!('position' in done)) throw new Error(JSON.stringify(done));
  await waitForPosition(world.pool, String(done.position));
};
const report = async (objectId: string, changes: Partial<FoundDifference> = {}) => {
  const data: FoundDifference = {
    ...base,
    objectId,
    kind: 'service',
    label: 'service',
    name: 'orders-dev',
    form: 'changed',
    fields: [{ field: 'host', applied: 'orders.example', held: 'elsewhere.example' }],
    digest: 'one',
    intactAt: '2026-11-28T08:00:00.000Z',
    writtenAt: '2026-11-28T08:00:10.000Z',
    isAdoptable: true,
    ...changes,
  };
  const id = differenceIdOf(data.deploymentId, objectId);
  const { store } = world.services;
  await shown(
    await execute({ store, decider: differenceDecider, id, command: { type: 'ReportDifference', data }, meta: meta() }),
  );
  return id;
};

beforeAll(async () => {
  world = await startBffWorld();
  const { rows } = await world.pool.query<typeof base>(
    `select id as "deploymentId", api_id as "apiId", gateway_id as "gatewayId" from deployments where id = $1`,
    [world.acme.deployed.deploymentId],
  );
  const [found] = rows;
  if (!found) throw new Error('there is no deployment');
  base = found;
  await report(objectIds[0]);
  await report(objectIds[1], {
    form: 'foreign',
    kind: 'route',
    label: 'route',
    name: 'theirs',
    fields: [],
    isAdoptable: false,
  });
});
afterAll(() => world.close());

type Page = Readonly<{ data: DifferenceRow[]; total: number; asOf: string | null }>;
const ask = (method: 'GET' | 'POST', target: string, json?: object) =>
  world.ask(world.acme.members.gateway, method, target, json ? { json } : {});
const list = async (query = ''): Promise<Page> => {
  const { status, body } = await ask('GET', `/api/kong/drift?${query}`);
  expect(status).toBe(200);
  return body as Page;
};
const labels = ({ data }: Page) => data.map(({ label }) => label);
const read = async (id: string) => (await ask('GET', `/api/kong/drift/${id}`)).body as DifferenceDetails;

describe('the drift inbox', () => {
  it('lists what waits, with deployment, organization, gateway and fields, newest first', async () => {
    const page = await list();
    expect(page.total).toBe(2);
    expect(labels(page)).toEqual(['route', 'service']);
    expect(page.data[1]).toMatchObject({
      ...{ form: 'changed', state: 'open', isProtection: false },
      subject: { noun: 'deployment', id: base.deploymentId },
      resource: { id: base.gatewayId },
      api: { id: base.apiId },
      fields: [{ field: 'host', applied: 'orders.example', held: 'elsewhere.example' }],
      writtenAt: '2026-11-28T08:00:10.000Z',
    });
  });

  it('is filtered by gateway, organization, deployment, kind and state, searched and sorted', async () => {
    expect((await list(`resourceId=${base.gatewayId}`)).total).toBe(2);
    const another = [world.acme.gatewayId, world.partner.gatewayId].find((id) => id !== base.gatewayId);
    expect((await list(`resourceId=${another}`)).total).toBe(0);
    const { id: organization } = (await list()).data[0]?.organization ?? { id: 0, name: '' };
    expect((await list(`organizationId=${organization}`)).total).toBe(2);
    expect((await list(`organizationId=${organization + 1}`)).total).toBe(0);
    expect((await list(`deploymentId=${base.deploymentId}`)).total).toBe(2);
    expect(labels(await list('form=foreign'))).toEqual(['route']);
    expect((await list('state=ignored')).total).toBe(0);
    expect(labels(await list('search=ELSEWHERE'))).toEqual(['service']);
    expect(labels(await list('search=theirs'))).toEqual(['route']);
    expect(labels(await list('sort=object&order=desc'))).toEqual(['service', 'route']);
  });

  it('says as of when its gateways were compared', async () => {
    expect((await list(`resourceId=${base.gatewayId}`)).asOf).toBeNull();
    const at = new Date('2026-11-28T12:00:00Z');
    await world.pool.query('insert into gateway_looks values ($1, $2)', [base.gatewayId, at]);
    expect((await list(`resourceId=${base.gatewayId}`)).asOf).toBe(at.toISOString());
    expect((await list()).asOf).toBeNull();
  });

  it('has all as CSV', async () => {
    const { body } = await ask('GET', '/api/kong/drift/download?form=changed');
    expect(body.text).toContain('host: orders.example -> elsewhere.example');
    expect(body.text).not.toContain('theirs');
  });
});

it('shows the name of the consumer of a group from the copy of the gateway', async () => {
  const [group, consumer] = [randomId(), randomId()];
  const id = await report(group, { form: 'foreign', kind: 'acl', label: 'acl', name: '', fields: [] });
  expect(await read(id)).toMatchObject({ name: '' });
  const insert = `insert into gateway_objects (gateway_id, kind, id, name, about, sort_name, sort_about, enabled, tags, consumer_id, is_own, created_at, body, words, hash, seen_at)
    values ($1, $2, $3, $4, '', '', '', true, '{}', $5, false, now(), '{}', '', '', now())`;
  await world.pool.query(insert, [base.gatewayId, 'consumer', consumer, 'anna@there.example', null]);
  await world.pool.query(insert, [base.gatewayId, 'acl', group, 'orders', consumer]);
  expect(await read(id)).toMatchObject({ name: 'anna@there.example' });
});

describe('differences at Kafka', () => {
  const kafkaEnvId = 70;
  const found: FoundKafkaDifference = {
    noun: 'resource',
    id: kafkaEnvId,
    kafkaEnvId,
    objectId: 'acl-one',
    label: 'ACL',
    name: 'User:reports allow read topic *',
    form: 'added',
    fields: [{ field: 'principal', applied: null, held: 'User:reports' }],
    digest: 'one',
    intactAt: null,
    isAdoptable: false,
    isReappliable: true,
  };
  const id = kafkaDifferenceIdOf(found, found.objectId);
  const asPortal = (method: 'GET' | 'POST', target: string, json?: object) =>
    world.ask(world.acme.members.portal, method, target, json ? { json } : {});

  it('are in the inbox of portal administrators, and in no other', async () => {
    const { store } = world.services;
    await shown(
      await execute({
        store,
        decider: resourceDecider,
        id: kafkaEnvId,
        command: {
          type: 'RegisterResource',
          data: {
            resourceId: kafkaEnvId,
            type: 'KAFKA',
            name: 'Brokers',
            isPublic: true,
            organizations: [],
            envType: 'DEV',
            address: 'broker.example:9092',
            internalAddr: null,
            securityProtocol: 'PLAINTEXT',
            mechanism: null,
            user: null,
            password: null,
          },
        },
        meta: meta(),
      }),
    );
    const command = { type: 'ReportDifference', data: found } as const;
    await shown(await execute({ store, decider: kafkaDifferenceDecider, id, command, meta: meta() }));
    const { body } = await asPortal('GET', '/api/kong/drift');
    expect(body).toMatchObject({
      total: 1,
      data: [{ id, subject: { noun: 'resource' }, api: null, organization: null, resource: { name: 'Brokers' } }],
    });
    expect((await list('search=reports')).total).toBe(0);
    expect((await ask('GET', `/api/kong/drift/${id}`)).status).toBe(404);
    expect((await asPortal('GET', `/api/kong/drift/${id}`)).body).toMatchObject({ seen: 'one', isReappliable: true });
    const gateways = differenceIdOf(base.deploymentId, objectIds[0]);
    expect((await asPortal('GET', `/api/kong/drift/${gateways}`)).status).toBe(404);
  });

  it('a topic says how many wait, of itself and of its subscriptions, to those who may read them', async () => {
    const { organizationId, members } = world.acme;
    const [eventTopicId, eventSubscriptionId, operationId] = [700, 701, randomId()];
    const place = { kafkaEnvId, organizationId };
    const details = { organizationAttr: '{}', subscribed: [1], partitions: null, replication: null, config: {} };
    await world.seed.send(eventTopicDecider, eventTopicId, {
      type: 'AddEventTopic',
      data: { ...place, ...details, eventTopicId, operationId, name: 'orders', categoryId: 1, choice: null },
    });
    await world.seed.send(eventSubscriptionDecider, eventSubscriptionId, {
      type: 'RequestSubscription',
      data: {
        ...{ ...place, eventSubscriptionId, operationId: randomId(), topicId: eventTopicId, topicName: 'orders' },
        ...{ name: 'Till', writes: false, group: { pattern: 'literal', name: 'till' } },
        credential: { user: 'till', isGiven: true, password: { secretId: randomId(), fingerprint: 'of-till' } },
      },
    });
    const pair = { eventCategoryId: 1, organizationId };
    const grant = { type: 'GrantAccess', data: { grantId: 700, ...pair } } as const;
    await world.seed.send(accessDecider, accessIdOfPair(pair), grant);
    for (const subject of [
      { noun: 'event-topic', id: eventTopicId },
      { noun: 'event-subscription', id: eventSubscriptionId },
    ] as const) {
      const data: FoundKafkaDifference = { ...found, ...subject };
      const at = kafkaDifferenceIdOf(subject, data.objectId);
      await world.seed.send(kafkaDifferenceDecider, at, { type: 'ReportDifference', data });
    }
    await world.shown(await world.services.store.newest());
    const target = `/api/event-topic/${eventTopicId}`;
    expect((await asPortal('GET', target)).body).toMatchObject({ openDifferences: 2 });
    expect((await asPortal('GET', `/api/kong/drift?topicId=${eventTopicId}`)).body).toMatchObject({ total: 2 });
    expect((await world.ask(members.user, 'GET', target)).body).toMatchObject({ openDifferences: null });
  });

  it('are answered by portal administrators', async () => {
    const said = { answer: 'reapply', reason: 'nobody gave it', seen: 'one' };
    const target = `/api/kong/drift/${id}/answer`;
    expect((await ask('POST', target, said)).status).toBe(404);
    expect(await asPortal('POST', target, { ...said, answer: 'adopt' })).toMatchObject({
      status: 409,
      body: { code: 'difference.not-in-form' },
    });
    const done = await asPortal('POST', target, said);
    expect(done.status).toBe(200);
    await waitForPosition(world.pool, String(done.body.position));
    expect((await asPortal('GET', `/api/kong/drift/${id}`)).body).toMatchObject({
      state: 'answering',
      answer: 'reapply',
      operationId: done.body.operationId,
    });
  });
});

describe('an answer', () => {
  it('needs a reason and the difference as it is now, and says no to what can not be', async () => {
    const id = differenceIdOf(base.deploymentId, objectIds[0]);
    const { seen, env: environment } = await read(id);
    const say = (changes: object, at = id) =>
      ask('POST', `/api/kong/drift/${at}/answer`, { answer: 'ignore', reason: 'moved on purpose', seen, ...changes });
    expect(await say({ reason: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason', code: 'difference.reason-required' }] },
    });
    expect(await say({ seen: 'another' })).toMatchObject({ status: 409, body: { code: 'difference.changed' } });
    const foreign = differenceIdOf(base.deploymentId, objectIds[1]);
    expect(await say({ answer: 'adopt' }, foreign)).toMatchObject({
      status: 409,
      body: { code: 'difference.foreign' },
    });
    const rule = (twoPeople: boolean) =>
      world.seed.send(approvalRuleDecider, approvalRuleId, {
        type: 'SetApprovalRule',
        data: {
          environment: environment ?? 'PROD',
          twoPeople,
          otherAdministrator: true,
          formerAdministrator: false,
          isApproved: true,
        },
      });
    await rule(true);
    expect(await say({ answer: 'adopt' })).toMatchObject({ status: 409, body: { code: 'difference.two-people' } });
    await rule(false);
    const done = await say({});
    expect(done.status).toBe(200);
    await waitForPosition(world.pool, String(done.body.position));
    expect(await read(id)).toMatchObject({
      state: 'answering',
      answer: 'ignore',
      reason: 'moved on purpose',
      operationId: done.body.operationId,
    });
    expect((await read(id)).answeredBy).not.toBeNull();
    expect(await say({})).toMatchObject({ status: 409, body: { code: 'difference.under-way' } });
  });

  it('is not possible for protection: it is put back already', async () => {
    const operationId = randomId();
    const { store } = world.services;
    const object = { label: 'plugin acl', found: 'missing', objectId: objectIds[0], kind: 'plugin' } as const;
    const loss = { ...base, operationId, look: 'test/1', objects: [object], keys: [], intactAt: null };
    const id = base.deploymentId;
    await shown(
      await execute({ store, decider: driftDecider, id, command: { type: 'ReportLoss', data: loss }, meta: meta() }),
    );
    const [row] = (await list('search=acl')).data;
    expect(row).toMatchObject({ isProtection: true, state: 'answering', answer: 'put-back', operationId });
    const said = { answer: 'ignore', reason: 'no', seen: '' };
    expect(await ask('POST', `/api/kong/drift/${row?.id}/answer`, said)).toMatchObject({
      status: 409,
      body: { code: 'difference.gone' },
    });
    await shown(
      await execute({
        store,
        decider: driftDecider,
        id,
        command: { type: 'ConfirmPutBack', data: { operationId } },
        meta: meta(),
      }),
    );
    expect((await list('state=answered')).data).toMatchObject([{ answer: 'put-back', answeredBy: null }]);
  });
});

it('many are answered alike in one act, each as it was seen; what nobody applied is removed by itself', async () => {
  const ids = [randomId(), randomId(), randomId(), randomId()] as const;
  const [one, moved, foreign] = [
    await report(ids[0]),
    await report(ids[1]),
    await report(ids[2], { form: 'foreign', kind: 'route', label: 'route', fields: [], isAdoptable: false }),
  ];
  const missing = differenceIdOf(base.deploymentId, ids[3]);
  const answer = (json: object, who = world.acme.members.gateway) =>
    world.ask(who, 'POST', '/api/kong/drift/answers', { json });
  const differences = [one, moved, foreign, missing].map((id) => ({ id, seen: id === moved ? 'another' : 'one' }));
  const before = await world.countEvents();
  expect((await answer({ answer: 'adopt', reason: 'all', differences })).status).toBe(400);
  expect((await answer({ answer: 'ignore', reason: ' ', differences })).status).toBe(400);
  expect((await answer({ answer: 'ignore', reason: 'all', differences }, world.acme.members.user)).status).toBe(403);
  expect(await world.countEvents()).toBe(before);

  const { status, body } = await answer({ answer: 'reapply', reason: 'as agreed', differences });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      decided: [one],
      refused: [
        { id: moved, code: 'difference.changed' },
        { id: foreign, code: 'difference.removed-alone' },
        { id: missing, code: 'not-found' },
      ],
    },
  });
  await world.shown(body.position);
  expect(await read(one)).toMatchObject({ state: 'answering', answer: 'reapply', reason: 'as agreed' });
  const ignored = await answer({ answer: 'ignore', reason: 'theirs', differences: [{ id: foreign, seen: 'one' }] });
  expect(ignored.body.decided).toEqual([foreign]);
});
