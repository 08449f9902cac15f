import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { targetOf } from '#kafka/contract/broker-under-test.ts';
import { withKafka } from '#kafka/kafka.ts';
import { startSandboxBroker } from '#test/kafka/any-broker.ts';
import type { MemberName } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newMadeTopic } from './examples.ts';

let world: BffWorld;
let topic: Awaited<ReturnType<typeof newMadeTopic>>;
beforeAll(async () => {
  world = await startBffWorld();
  topic = await newMadeTopic(world);
});
afterAll(() => world?.close());

type Body = Readonly<Record<string, unknown>>;
const post = (target: string, json?: Body, who: MemberName = 'portal', side = world.acme) =>
  world.ask(side.members[who], 'POST', target, json ? { json } : {});
const add = async (changes: Body = {}) => {
  const { organizationId } = world.partner;
  const done = await post('/api/event-subscriptions', { name: 'Till', organizationId, topicId: topic.id, ...changes });
  if (done.status === 200) await world.shown(done.body.position);
  return done;
};
const list = async (who: MemberName = 'portal', side = world.acme, query = `topicId=${topic.id}`) => {
  const { body } = await world.ask(side.members[who], 'GET', `/api/event-subscriptions?${query}`);
  return body as unknown as Body[];
};
const rowOf = async (id: unknown) => (await list()).find((row) => row.id === id);
/** Appends what a worker would when Kafka has it. */
const made = async ({ entityId, operationId }: Body) =>
  await world.shown(
    await world.seed.send(eventSubscriptionDecider, Number(entityId), {
      type: 'ConfirmSubscription',
      data: { operationId: String(operationId) },
    }),
  );

describe('a subscription', () => {
  it('gets a user, a password and a prefix of groups that carry the installation', async () => {
    const { body } = await add();
    const stem = `${world.services.names.installation}-${body.entityId}.`;
    expect(await rowOf(body.entityId)).toMatchObject({
      name: 'Till',
      organizationId: world.partner.organizationId,
      topicName: topic.name,
      environment: 'DEV',
      kafkaUserId: `${stem}1`,
      group: { pattern: 'prefixed', name: stem },
      writes: false,
      state: 'adding',
      operationId: body.operationId,
      isSuspended: false,
      may: { reveal: false, change: true },
    });
    expect(JSON.stringify(await list())).not.toMatch(/fingerprint|secretId|kafkaPassword/);
  });

  it('is seen by its own organization only, and by administrators', async () => {
    const { body } = await add({ name: 'Of the partner' });
    const names = async (...args: Parameters<typeof list>) => (await list(...args)).map(({ id }) => id);
    expect(await names('user', world.partner)).toContain(body.entityId);
    expect(await names('user', world.acme)).not.toContain(body.entityId);
    expect(await names('portal', world.acme, `categoryId=${topic.categoryId}`)).toContain(body.entityId);
    expect(await list('portal', world.acme, 'categoryId=2000000000')).toEqual([]);
    expect(await names('portal', world.acme, `topicId=${topic.id}&search=OF%20THE`)).toEqual([body.entityId]);
    expect(await list('portal', world.acme, `topicId=${topic.id}&search=of_the`)).toEqual([]);
    expect((await world.ask(world.acme.members.portal, 'GET', '/api/event-subscriptions')).status).toBe(400);
  });

  it('is shown once Kafka has it, and whoever sees it is recorded first', async () => {
    const { body } = await add({ writes: true, group: 'till-readers', kafkaPassword: 'a-password-of-16-chars' });
    const reveal = (...who: [MemberName?, typeof world.acme?]) =>
      post(`/api/event-subscription/${body.entityId}/credentials`, undefined, ...who);
    expect((await reveal()).status).toBe(404);
    await made(body);
    const revealed = await reveal('user', world.partner);
    expect(revealed).toMatchObject({
      status: 200,
      body: {
        kafkaPassword: 'a-password-of-16-chars',
        address: 'broker.example:9092',
        securityProtocol: 'SASL_SSL',
        mechanism: 'SCRAM-SHA-512',
        topicName: topic.name,
        writes: true,
        group: { pattern: 'literal', name: 'till-readers' },
        authorities: '',
      },
    });
    expect((await reveal('user', world.acme)).status).toBe(404);
    await world.allShown();
    const history = await world.ask(
      world.acme.members.portal,
      'GET',
      `/api/event-subscription/${body.entityId}/history`,
    );
    expect(history.body).toMatchObject([
      { kind: 'revealed', user: { id: world.partner.members.user.userId } },
      { kind: 'applied' },
      { kind: 'added', user: { id: world.acme.members.portal.userId } },
    ]);
    const events = await world.services.store.read(`event-subscription-${body.entityId}`);
    expect(JSON.stringify(events)).not.toContain('a-password-of-16-chars');
  });

  it('needs a name, an organization, a topic that Kafka has, and a right', async () => {
    const codes = async (changes: Body) => {
      const { body } = await add(changes);
      return (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
    };
    expect(await codes({ name: ' ' })).toEqual(['name event-subscription.name-required']);
    expect(await codes({ organizationId: 2_000_000_000 })).toEqual([
      'organizationId event-subscription.organization-required',
    ]);
    expect(await codes({ topicId: 2_000_000_000 })).toEqual(['topicId event-subscription.topic-required']);
    expect(await codes({ reads: false })).toEqual(['reads event-subscription.no-rights']);
    expect(await codes({ kafkaUserId: 'portico-0a1b2c3d-1.1' })).toEqual([
      'kafkaUserId event-subscription.user-invalid',
    ]);
    expect(await codes({ kafkaUserId: 'ANONYMOUS' })).toEqual(['kafkaUserId event-subscription.user-invalid']);
    expect(await codes({ kafkaUserId: 'two words' })).toEqual(['kafkaUserId event-subscription.user-invalid']);
    expect(await codes({ kafkaPassword: 'short' })).toEqual(['kafkaPassword event-subscription.password-short']);
    expect(await codes({ group: 'a,b' })).toEqual(['group event-subscription.group-invalid']);
    for (const field of ['name', 'kafkaUserId', 'kafkaPassword', 'group'])
      expect((await codes({ [field]: 'x'.repeat(100_000) }))[0]).toMatch(new RegExp(`^${field} `));
  });

  it('has no user and no group of another one at the same Kafka', async () => {
    const first = await add({ name: 'First', kafkaUserId: 'warehouse', group: 'warehouse-readers' });
    expect(first.status).toBe(200);
    expect(await add({ kafkaUserId: 'warehouse' })).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'kafkaUserId', code: 'event-subscription.user-taken' }] },
    });
    expect(await add({ group: 'warehouse-readers' })).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'group', code: 'event-subscription.group-taken' }] },
    });
    const both = await Promise.all([1, 2].map(() => add({ kafkaUserId: 'at-once' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    // One that only writes reads as no group.
    expect((await add({ reads: false, writes: true, group: 'warehouse-readers' })).status).toBe(200);
  });

  it('has no given user that Kafka has, which is said at once', async () => {
    const broker = await startSandboxBroker();
    try {
      await withKafka(
        targetOf(broker),
        async () => undefined,
        (kafka) => kafka.upsertUser('of-somebody', 'a-password-of-16-chars'),
      );
      const { id: topicId } = await newMadeTopic(world, world.acme, broker);
      expect(await add({ topicId, kafkaUserId: 'of-somebody' })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'kafkaUserId', code: 'event-subscription.user-foreign' }] },
      });
      expect((await add({ topicId, kafkaUserId: 'of-nobody' })).status).toBe(200);
    } finally {
      await broker.close();
    }
  });

  it('gets another user by rotation, and the old one ends on request', async () => {
    const { body } = await add({ name: 'Turning' });
    const call = (what: string, json?: Body) => post(`/api/event-subscription/${body.entityId}/${what}`, json);
    expect((await call('rotation', { overlapMinutes: 60 })).body.code).toBe('event-subscription.not-active');
    await made(body);
    expect((await call('rotation', { overlapMinutes: 59 })).status).toBe(400);
    const rotated = await call('rotation', { overlapMinutes: 60 });
    await world.shown(rotated.body.position);
    const stem = `${world.services.names.installation}-${body.entityId}.`;
    expect(await rowOf(body.entityId)).toMatchObject({
      state: 'changing',
      kafkaUserId: `${stem}2`,
      previous: { kafkaUserId: `${stem}1`, seenAt: null, lookedAt: null },
    });
    await made(rotated.body);
    expect((await call('rotation', { overlapMinutes: 60 })).body.code).toBe('event-subscription.rotation-under-way');
    const at = '2026-01-02T00:00:00.000Z';
    await world.pool.query('insert into kafka_login_uses values ($1, $2, $3, $3)', [body.entityId, `${stem}1`, at]);
    expect(await rowOf(body.entityId)).toMatchObject({
      previous: { kafkaUserId: `${stem}1`, seenAt: at, lookedAt: at },
    });
    const ended = await call('rotation/end');
    await world.shown(ended.body.position);
    await made(ended.body);
    expect(await rowOf(body.entityId)).toMatchObject({ state: 'active', kafkaUserId: `${stem}2`, previous: null });
    expect((await call('rotation/end')).body.code).toBe('event-subscription.no-rotation');
  });

  it('is deleted by an operation, once', async () => {
    const { body } = await add({ name: 'Going' });
    const target = `/api/event-subscription/${body.entityId}`;
    const removed = await world.ask(world.acme.members.portal, 'DELETE', target);
    expect(removed).toMatchObject({ status: 200, body: { entityId: body.entityId, operationId: expect.any(String) } });
    await world.shown(removed.body.position);
    expect(await rowOf(body.entityId)).toMatchObject({ state: 'removing', may: { reveal: false, change: false } });
    expect((await world.ask(world.acme.members.portal, 'DELETE', target)).status).toBe(404);
  });

  it('is added once when the same click is sent twice', async () => {
    const json = {
      name: 'Twice',
      organizationId: world.partner.organizationId,
      topicId: topic.id,
      kafkaPassword: 'p'.repeat(16),
    };
    const send = (body: Body) =>
      world.ask(world.acme.members.portal, 'POST', '/api/event-subscriptions', {
        json: body,
        headers: { 'idempotency-key': 'one-click-of-a-subscription' },
      });
    expect((await send(json)).body).toEqual((await send(json)).body);
    expect((await send({ ...json, kafkaPassword: 'q'.repeat(16) })).body.code).toBe('idempotency-key.reused');
  });
});
