import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { answerLimit } from '#domain/topic-message/limits.ts';
import type { LastMessages, SubscriptionLag } from '#domain/topic-message/schema.ts';
import { clientOf, consume } from '#kafka/contract/client-of-others.ts';
import { asAdmin, eventually } from '#kafka/contract/on-broker.ts';
import { randomId } from '#platform/uuid.ts';
import { brokersToTest, type OwnBroker, registerBroker } from '#test/kafka/any-broker.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newLogin } from '../event-subscription/new-login.ts';
import { newTopicAt } from '../fixtures/topic-at-broker.ts';
import { newId } from '../http/new-id.ts';

/** Stands in every payload, key and header of this suite, and nowhere else. */
const canary = 'canary-4d1f9e';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world?.close());

describe.each(brokersToTest)('$title', ({ isLeftOut, start }) => {
  describe.skipIf(isLeftOut)('messages of a topic', () => {
    let broker: OwnBroker;
    let kafkaEnvId: number;
    beforeAll(async () => {
      broker = await start();
      kafkaEnvId = await newId(world.pool, 'resource');
      const { pool, services, seed } = world;
      await registerBroker({ pool, vault: services.vault, send: seed.send as never }, kafkaEnvId, broker);
    });
    afterAll(() => broker?.close());

    const portal = () => world.acme.members.portal;

    type Who = BffWorld['acme']['members']['portal'];
    const look = async (id: number, who: Who = portal()) => {
      const { status, body } = await world.ask(who, 'POST', `/api/event-topic/${id}/messages`);
      return { status, code: body.code, body: body as unknown as LastMessages };
    };
    const sendTest = (id: number, json: object, headers: Record<string, string> = {}) =>
      world.ask(portal(), 'POST', `/api/event-topic/${id}/test-message`, { json: { eventId: 1, ...json }, headers });
    const eventsAbout = async (id: number) => {
      const { rows } = await world.pool.query(
        `select type, data::jsonb as data from events where stream like 'topic-message-%' order by pos`,
      );
      return rows.filter(({ data }) => data.eventTopicId === id).map(({ type, data }) => ({ type, ...data }));
    };

    it('are shown with what each is and how it breaks its schema, and each look is recorded', async () => {
      const { id, name } = await newTopicAt(world, broker, kafkaEnvId);
      expect((await look(id)).body).toEqual({ messages: [], leftOut: 0, isPartial: false });
      const producer = clientOf(broker, broker).producer();
      await producer.connect();
      const values = [
        `{"id":1,"text":"${canary}"}`,
        `{"id":"${canary}"}`,
        null,
        '',
        Buffer.from([0, 255, 1]),
        gzipSync(canary),
        Buffer.alloc(10_485_760, 0),
      ];
      let timestamp = 1_700_000_000_000;
      for (const value of values) {
        timestamp += 1;
        const message = { value, key: canary, headers: { [canary]: [canary, canary] }, timestamp: String(timestamp) };
        await producer.send({ topic: name, messages: [{ ...message, partition: timestamp % 2 }] });
      }
      await producer.disconnect();
      const { user } = world.acme.members;
      const { status, body } = await look(id, user);
      expect(status).toBe(200);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(answerLimit);
      expect(body.messages.map(({ payload: { kind, size }, check: { result } }) => [kind, size, result])).toEqual([
        ['binary', 10_485_760, 'breaks'],
        ['gzip', gzipSync(canary).length, 'breaks'],
        ['binary', 3, 'breaks'],
        ['empty', 0, 'breaks'],
        ['none', 0, 'no-schema'],
        ['json', 22, 'breaks'],
        ['json', 31, 'obeys'],
      ]);
      expect(body.messages.at(-2)?.check.violations).toEqual([{ path: '/id', kind: 'type', detail: 'integer' }]);
      expect(body.messages.at(-1)).toMatchObject({
        partition: 1,
        offset: 0,
        at: new Date(1_700_000_000_001).toISOString(),
        key: { text: canary },
        headers: [
          { name: canary, value: { text: canary } },
          { name: canary, value: { text: canary } },
        ],
      });
      const about = { eventTopicId: id, organizationId: world.acme.organizationId };
      expect(await eventsAbout(id)).toEqual([
        { type: 'TopicMessagesRead', ...about, messages: 0 },
        { type: 'TopicMessagesRead', ...about, messages: 7 },
      ]);
      await world.shown(await world.services.store.newest());
      const { body: history } = await world.ask(portal(), 'GET', `/api/event-topic/${id}/history`);
      expect((history as unknown as { kind: string; about: string; user: { id: number } }[])[0]).toMatchObject({
        kind: 'messages-read',
        about: '7',
      });
    });

    it('are shown to nobody else, and nothing is recorded of who may not', async () => {
      const { id } = await newTopicAt(world, broker, kafkaEnvId);
      for (const who of [world.partner.members.admin, world.acme.members.gateway])
        expect((await look(id, who)).status).toBe(404);
      expect((await look(2_000_000_000)).status).toBe(404);
      expect(await eventsAbout(id)).toEqual([]);
    });

    it('of a topic that somebody made anew under the same name are nobody’s', async () => {
      const { id } = await newTopicAt(world, broker, kafkaEnvId, 'another');
      expect(await look(id)).toMatchObject({ status: 409, code: 'topic-message.gone' });
      expect((await sendTest(id, { payload: '{"id":1}' })).body).toMatchObject({ code: 'topic-message.gone' });
      expect(await eventsAbout(id)).toEqual([]);
    });

    it('can’t be read from a broker that is away: administrators are told where, others that it is so', async () => {
      const nowhere = await newId(world.pool, 'resource');
      const { pool, services, seed } = world;
      const away = { ...broker, plain: '127.0.0.1:1' };
      await registerBroker({ pool, vault: services.vault, send: seed.send as never }, nowhere, away);
      const { id } = await newTopicAt(world, broker, nowhere);
      expect(await look(id)).toMatchObject({ status: 503, code: 'kafka.unreachable' });
      const other = await look(id, world.acme.members.user);
      expect(other).toMatchObject({ status: 503, code: 'topic-message.away' });
      expect(JSON.stringify(other.body)).not.toContain('127.0.0.1');
    });

    it('a test message is held to its schema, recorded without what is in it, and sent once', async () => {
      const { id, name } = await newTopicAt(world, broker, kafkaEnvId);
      const broken = await sendTest(id, { payload: `{"id":"${canary}"}` });
      expect(broken.body).toMatchObject({
        status: 400,
        errors: [{ field: 'payload', code: 'topic-message.violation-type' }],
      });
      expect((await sendTest(id, { payload: '{' })).body).toMatchObject({
        errors: [{ field: 'payload', code: 'topic-message.violation-no-json' }],
      });
      // An event of the category that the topic does not carry.
      expect((await sendTest(id, { eventId: 2, payload: '{"id":1}' })).body).toMatchObject({
        errors: [{ field: 'eventId', code: 'topic-message.event-required' }],
      });
      expect(await eventsAbout(id)).toEqual([]);
      const message = { payload: `{"id":1,"text":"${canary}"}`, key: canary };
      const headers = { 'idempotency-key': `one-click-${broker.name}` };
      const [first, second] = [await sendTest(id, message, headers), await sendTest(id, message, headers)];
      expect(first.status).toBe(200);
      expect(second.body).toMatchObject({ partition: first.body.partition, offset: first.body.offset });
      expect((await sendTest(id, { ...message, key: 'b' }, headers)).body.code).toBe('idempotency-key.reused');
      const { messages } = (await look(id)).body;
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatchObject({
        key: { text: canary },
        headers: [
          { name: 'portico-test', value: { text: 'true' } },
          { name: 'event-type', value: { text: 'placed' } },
        ],
        check: { result: 'obeys', eventTypeId: 'placed' },
      });
      expect((await eventsAbout(id)).map(({ type }) => type)).toEqual([
        'TestMessageBegun',
        'TestMessageSent',
        'TopicMessagesRead',
      ]);
      await asAdmin(broker, (kafka) => kafka.alterConfigs(name, { 'max.message.bytes': '100' }));
      const large = { payload: `{"id":1,"text":"${'x'.repeat(1000)}"}` };
      const again = { 'idempotency-key': `refused-${broker.name}` };
      for (const _time of [1, 2])
        expect((await sendTest(id, large, again)).body).toMatchObject({
          status: 503,
          errors: [{ field: 'payload', code: 'kafka.refused' }],
        });
      expect((await eventsAbout(id)).map(({ type }) => type).slice(3)).toEqual([
        'TestMessageBegun',
        'TestMessageRefused',
        'TestMessageBegun',
        'TestMessageRefused',
      ]);
    });

    it('how far the groups of a subscription are behind', async () => {
      const { id, name } = await newTopicAt(world, broker, kafkaEnvId);
      const [subscriptionId, operationId] = [await newId(world.pool, 'event-subscription'), randomId()];
      const prefix = `lag.${broker.name}.${subscriptionId}.`;
      await world.seed.send(eventSubscriptionDecider, subscriptionId, {
        type: 'RequestSubscription',
        data: {
          ...{ eventSubscriptionId: subscriptionId, operationId, topicId: id, kafkaEnvId, topicName: name },
          ...{ organizationId: world.acme.organizationId, name: 'Till', writes: false },
          group: { pattern: 'prefixed', name: prefix },
          credential: await newLogin(world.services, subscriptionId, 1),
        },
      });
      const confirm = { type: 'ConfirmSubscription', data: { operationId } } as const;
      await world.shown(await world.seed.send(eventSubscriptionDecider, subscriptionId, confirm));
      const lag = async (who: Who = world.acme.members.user) => {
        const { status, body } = await world.ask(who, 'GET', `/api/event-subscription/${subscriptionId}/lag`);
        return status === 200 ? (body as unknown as SubscriptionLag) : status;
      };
      expect(await lag(world.partner.members.admin)).toBe(404);
      expect(await lag()).toEqual({ groups: [], leftOut: 0 });
      const client = clientOf(broker, broker);
      // The first group of a broker waits until Kafka has made its topic of offsets.
      await eventually(() => asAdmin(broker, (kafka) => kafka.topicLagOf(name, [`${prefix}one`]))).toHaveLength(1);
      // 'a' and 'd' go to the two partitions.
      await asAdmin(broker, (kafka) => kafka.send(name, { key: 'a', value: '1' }));
      expect(await consume(client, `${prefix}one`, name, 1)).toEqual(['1']);
      await asAdmin(broker, async (kafka) => {
        for (const key of ['a', 'a', 'd']) await kafka.send(name, { key, value: '2' });
      });
      const { groups } = (await lag()) as SubscriptionLag;
      expect(groups).toHaveLength(1);
      expect(groups[0]).toMatchObject({ name: `${prefix}one`, members: 0 });
      // A client may also commit the place in a partition from which nothing came.
      expect((groups[0]?.messages ?? 0) + (groups[0]?.unread ?? 0)).toBe(3);
    });
  });
});

it('E1: nothing of a message is anywhere in the database or in the log', async () => {
  const { rows } = await world.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of rows) {
    const found = await world.pool.query(
      `select 1 from ${name} as t where t::text like $1 or t::text like $2 limit 1`,
      [`%${canary}%`, `%${Buffer.from(canary).toString('hex')}%`],
    );
    expect(found.rows, name).toEqual([]);
  }
  expect(world.log.join('\n')).not.toContain(canary);
});
