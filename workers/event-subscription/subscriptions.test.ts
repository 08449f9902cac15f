import type { Consumer } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { targetOf } from '#kafka/contract/broker-under-test.ts';
import { clientOf, consume } from '#kafka/contract/client-of-others.ts';
import { anywhere, asAdmin, eventually, newName } from '#kafka/contract/on-broker.ts';
import { withKafka } from '#kafka/kafka.ts';
import { aclsOf } from '#kafka/subscription-acls.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { brokersToTest, type OwnBroker, registerBroker } from '#test/kafka/any-broker.ts';
import { lastNet, within } from '#test/runner/limit.ts';
import { subscriptionRequests } from '#test/world/subscription-requests.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { endDueLogins } from './end-due-logins.ts';
import { watchOldLogins } from './watch-old-logins.ts';

const kafkaEnvId = 70;

describe.each(brokersToTest)('at $title', ({ isLeftOut, start }) => {
  describe.skipIf(isLeftOut)('a subscription', () => {
    let world: WorkedWorld;
    let broker: OwnBroker;
    let ask: ReturnType<typeof subscriptionRequests>;
    beforeAll(async () => {
      [world, broker] = await Promise.all([startWorkedWorld({ sweep: { every: 100 } }), start()]);
      await registerBroker(world, kafkaEnvId, broker);
      ask = subscriptionRequests(world);
    });
    afterAll(async () => {
      await world?.close();
      await broker?.close();
    });

    const newTopic = async (): Promise<string> => {
      const name = newName('orders');
      await asAdmin(broker, (kafka) => kafka.createTopic({ name }));
      return name;
    };
    const produce = (topic: string, value: string) =>
      asAdmin(broker, (kafka) => kafka.send(topic, { key: 'k', value }));
    /** Adds a subscription that works. */
    const subscribed = async (topicName: string, more: object = {}): Promise<number> => {
      const id = world.nextId();
      await world.completed(await ask.add(id, { kafkaEnvId, topicName, ...more }));
      return id;
    };
    /** Returns what Kafka has of users. */
    const held = (...users: string[]) =>
      asAdmin(broker, async (kafka) => ({
        users: await kafka.describeUsers(users),
        rights: (await Promise.all(users.map((user) => kafka.describeAcls({ principal: `User:${user}` })))).flat(),
      }));
    const nothing = { users: [], rights: [] };
    const read = (id: number, topic: string, count = 1, generation = 1) =>
      consume(clientOf(broker, ask.loginOf(id, generation)), `${ask.stemOf(id)}app`, topic, count);
    /** Starts a reader that goes on, and returns the promise of its end. */
    const keepReading = async (
      id: number,
      topic: string,
      { generation = 1, group = `${ask.stemOf(id)}running` } = {},
    ) => {
      const client = clientOf(broker, ask.loginOf(id, generation));
      const consumer: Consumer = client.consumer({
        groupId: group,
        sessionTimeout: 10_000,
        heartbeatInterval: 200,
        maxWaitTimeInMs: 100,
        retry: { retries: 0 },
      });
      let began: () => void = () => undefined;
      const isReading = new Promise<void>((resolve) => {
        began = resolve;
      });
      const ended = new Promise<number>((resolve) => {
        consumer.on(consumer.events.CRASH, () => resolve(performance.now()));
      });
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await consumer.run({ eachMessage: async () => began() });
      await isReading;
      return { ended, close: () => consumer.disconnect().catch(() => undefined) };
    };

    it('reads with its login; without one, with that of another, and as another group nobody does', async () => {
      const [orders, payments] = [await newTopic(), await newTopic()];
      await produce(orders, 'first');
      await produce(payments, 'secret');
      const [id, other] = [await subscribed(orders), await subscribed(payments)];
      expect(await read(id, orders)).toEqual(['first']);
      const refused = async (login: { user: string; password: string }, group: string, topic: string) =>
        await consume(clientOf(broker, login), group, topic, 1).then(
          () => 'read',
          () => 'refused',
        );
      expect(await refused({ user: 'nobody', password: 'nothing' }, 'any', orders)).toBe('refused');
      expect(await refused({ ...ask.loginOf(id), password: 'wrong' }, `${ask.stemOf(id)}app`, orders)).toBe('refused');
      const theirs = ask.loginOf(other);
      const send = withKafka(targetOf(broker, ask.loginOf(id)), anywhere, (kafka) =>
        kafka.send(orders, { key: 'k', value: 'v' }),
      );
      await expect(send).rejects.toMatchObject({ failure: { code: 'kafka.not-allowed' } });
      // Another's topic, and another's group.
      await expect(
        withKafka(targetOf(broker, theirs), anywhere, (kafka) => kafka.readLast(orders)),
      ).rejects.toMatchObject({ failure: { code: expect.stringMatching(/not-allowed|unknown-topic/) } });
      await expect(
        withKafka(targetOf(broker, theirs), anywhere, (kafka) => kafka.lagOf(`${ask.stemOf(id)}app`)),
      ).rejects.toMatchObject({ failure: { code: 'kafka.not-allowed' } });
    });

    it('has rights to read and to write apart, and exactly those', async () => {
      const topic = await newTopic();
      const [writer, reader] = [
        await subscribed(topic, { writes: true, group: null }),
        await subscribed(topic, { group: { pattern: 'literal', name: 'till' } }),
      ];
      // The broker of the sandbox knows no idempotent writing.
      const idempotent = broker.name === 'real';
      const producer = clientOf(broker, ask.loginOf(writer)).producer({ idempotent });
      await producer.connect();
      await producer.send({ topic, messages: [{ value: 'written' }] });
      await producer.disconnect();
      expect(await consume(clientOf(broker, ask.loginOf(reader)), 'till', topic, 1)).toEqual(['written']);
      const { rights } = await held(ask.userOf(writer), ask.userOf(reader));
      expect(rights.map(({ resource, name, pattern, operation }) => [resource, name, pattern, operation])).toEqual(
        expect.arrayContaining([
          ['topic', topic, 'literal', 'write'],
          ['topic', topic, 'literal', 'read'],
          ['group', 'till', 'literal', 'read'],
        ]),
      );
      expect(rights).toHaveLength(3);
    });

    it('that is removed stops a running reader within 5 s, and leaves nothing', async () => {
      const topic = await newTopic();
      await produce(topic, 'v');
      const id = await subscribed(topic);
      const reader = await keepReading(id, topic);
      const removing = performance.now();
      await world.completed(await ask.remove(id));
      expect((await reader.ended) - removing).toBeLessThan(5_000);
      await reader.close();
      await eventually(() => held(ask.userOf(id))).toEqual(nothing);
      await expect(read(id, topic)).rejects.toThrow();
      // Rights went first: who is deleted goes on with an open connection.
      const steps = (await world.operationEvents((await lastOperation(id)) ?? '')).flatMap(({ type, data }) =>
        type === 'OperationStepApplied' ? [(data as { step: string }).step] : [],
      );
      expect(steps).toEqual(['take-kafka-rights', 'delete-kafka-user']);
    });

    const eventsOf = (id: number) => world.store.read(`event-subscription-${id}`);
    const lastOperation = async (id: number) =>
      (await eventsOf(id)).map(({ data }) => (data as { operationId?: string }).operationId).at(-1);

    /** Returns the old logins of a rotation that were seen reading, after another look. */
    const seenOldLogins = async (id: number) => {
      await asAdmin(broker, (kafka) => watchOldLogins({ ...world, log: silentLog }, kafka, kafkaEnvId, new Date()));
      const { rows } = await world.pool.query<{ login: string }>(
        'select login from kafka_login_uses where event_subscription_id = $1 and last_seen_at is not null',
        [id],
      );
      return rows.map(({ login }) => login);
    };

    it('does not take a reader with the new login of a rotation for one with the old', async () => {
      const topic = await newTopic();
      await produce(topic, 'v');
      const group = newName('till');
      const id = await subscribed(topic, { group: { pattern: 'literal', name: group } });
      await world.completed(await ask.rotate(id, 2));
      const reader = await keepReading(id, topic, { generation: 2, group });
      expect(await asAdmin(broker, (kafka) => kafka.clientsOf({ pattern: 'literal', name: group }))).toEqual(
        new Set([ask.userOf(id, 2)]),
      );
      expect(await seenOldLogins(id)).toEqual([]);
      await reader.close();
    });

    it('gets a new user by rotation; both work until the old one ends, which stops its reader', async () => {
      const topic = await newTopic();
      await produce(topic, 'v');
      const id = await subscribed(topic);
      const until = new Date(Date.now() + 3_600_000);
      const old = await keepReading(id, topic);
      await world.completed(await ask.rotate(id, 2, until));
      expect((await held(ask.userOf(id, 1), ask.userOf(id, 2))).users).toHaveLength(2);
      expect(await consume(clientOf(broker, ask.loginOf(id, 2)), `${ask.stemOf(id)}new`, topic, 1)).toEqual(['v']);
      await eventually(() => seenOldLogins(id)).toEqual([ask.userOf(id, 1)]);
      await eventually(() => endDueLogins(world, new Date(until.getTime() - 1))).toBe(0);
      await eventually(() => endDueLogins(world, until)).toBe(1);
      await old.ended;
      await old.close();
      await world.reached('event-subscription', id, 'EventSubscriptionApplied');
      const left = await held(ask.userOf(id, 1), ask.userOf(id, 2));
      expect(left.users).toEqual([ask.userOf(id, 2)]);
      await eventually(() => seenOldLogins(id)).toEqual([]);
      expect(left.rights.every(({ principal }) => principal === `User:${ask.userOf(id, 2)}`)).toBe(true);
      // Its password is destroyed in the vault.
      const secrets = (await eventsOf(id)).flatMap(({ data }) => {
        const { credential } = data as { credential?: { password: { secretId: string } } };
        return credential ? [credential.password.secretId] : [];
      });
      expect(await Promise.all(secrets.map((each) => world.vault.openSecret(world.pool, each)))).toEqual([
        undefined,
        ask.loginOf(id, 2).password,
      ]);
    });

    it('of an organization that is switched off has no rights, and gets them back with the same user', async () => {
      const topic = await newTopic();
      await produce(topic, 'v');
      const organizationId = world.nextId();
      await world.request.organization(organizationId);
      const id = await subscribed(topic, { organizationId });
      const reader = await keepReading(id, topic);
      const off = performance.now();
      await world.completed(await world.request.switchOrganization(organizationId, true));
      expect((await reader.ended) - off).toBeLessThan(5_000);
      await reader.close();
      expect(await held(ask.userOf(id))).toEqual({ users: [ask.userOf(id)], rights: [] });
      // One that is added meanwhile gets none either.
      const later = await subscribed(topic, { organizationId });
      expect((await held(ask.userOf(later))).rights).toEqual([]);
      await world.completed(await world.request.switchOrganization(organizationId, false));
      expect(await read(id, topic)).toEqual(['v']);
      expect(await read(later, topic)).toEqual(['v']);
      await world.completed(await world.request.deleteOrganization(organizationId));
      expect(await held(ask.userOf(id), ask.userOf(later))).toEqual(nothing);
      for (const each of [id, later])
        expect((await world.history('event-subscription', each)).at(-1)).toBe('EventSubscriptionRemoved');
    });

    it('makes a given user only where nobody has it, and never touches one that is there', async () => {
      const topic = await newTopic();
      const [theirs, free, withRights] = [newName('theirs'), newName('free'), newName('rights')];
      const right = aclsOf({ user: withRights, topic, writes: true, group: null });
      await asAdmin(broker, async (kafka) => {
        await kafka.upsertUser(theirs, 'their-own-password');
        await kafka.createAcls(right);
        await expect.poll(() => kafka.describeUsers([theirs])).toEqual([theirs]);
        await expect.poll(() => kafka.describeAcls({ principal: `User:${withRights}` })).toEqual(right);
      });
      for (const given of [theirs, withRights, broker.user]) {
        const id = world.nextId();
        const end = await world.ended(await ask.add(id, { kafkaEnvId, topicName: topic, given }));
        expect(end, given).toMatchObject({
          type: 'OperationFailed',
          data: { problems: [{ code: 'event-subscription.user-foreign', field: 'kafkaUserId' }] },
        });
        await world.completed(await ask.remove(id));
      }
      await withKafka(targetOf(broker, { user: theirs, password: 'their-own-password' }), anywhere, (kafka) =>
        kafka.listTopics(),
      );
      expect((await held(withRights)).rights).toEqual(right);
      expect((await held(theirs)).users).toEqual([theirs]);

      const mine = await subscribed(topic, { given: free });
      expect((await held(free)).users).toEqual([free]);
      await world.completed(await ask.remove(mine));
      expect(await held(free)).toEqual(nothing);
    });

    it('ends before its topic is deleted, and the operation names it with its organization', async () => {
      const [topicId, organizationId, name] = [world.nextId(), world.nextId(), newName('deleted')];
      await world.request.organization(organizationId);
      const operationId = randomId();
      const details = { organizationAttr: '{}', subscribed: [1], partitions: null, replication: null, config: {} };
      const places = { kafkaEnvId, categoryId: 1, organizationId };
      await world.send(eventTopicDecider, topicId, {
        type: 'AddEventTopic',
        data: { eventTopicId: topicId, operationId, name, ...places, ...details, choice: null },
      });
      await world.completed(operationId);
      const id = await subscribed(name, { topicId, organizationId });
      const deleting = randomId();
      const remove = { operationId: deleting, isInUse: false };
      await world.send(eventTopicDecider, topicId, { type: 'RemoveEventTopic', data: remove });
      await world.completed(deleting);
      expect(await held(ask.userOf(id))).toEqual(nothing);
      expect(await asAdmin(broker, (kafka) => kafka.listTopics())).not.toContain(name);
      const steps = (await world.operationEvents(deleting)).flatMap(({ type, data }) =>
        type === 'OperationStepApplied' ? [data as { step: string; target: string }] : [],
      );
      expect(steps.map(({ step }) => step)).toEqual(['remove-subscription', 'delete topic']);
      expect(steps[0]?.target).toMatch(new RegExp(`^Subscription ${id} \\(.+\\)$`));
    });

    it('that somebody gave more rights at Kafka has exactly its own after the next request', async () => {
      const [topic, other] = [await newTopic(), await newTopic()];
      const id = await subscribed(topic);
      const user = ask.userOf(id);
      const before = (await held(user)).rights;
      await asAdmin(broker, async (kafka) => {
        await kafka.createAcls(aclsOf({ user, topic: other, writes: true, group: null }));
        await expect.poll(async () => (await kafka.describeAcls({ principal: `User:${user}` })).length).toBe(3);
      });
      await world.completed(await ask.follow(id));
      expect((await held(user)).rights).toEqual(before);
    });

    it('keeps its password out of events, jobs and read tables', async () => {
      const topic = await newTopic();
      const id = await subscribed(topic);
      await world.completed(await ask.rotate(id, 2));
      const operations = (await eventsOf(id)).map(({ data }) => (data as { operationId: string }).operationId);
      const events = await Promise.all([...new Set(operations)].map(world.operationEvents));
      const { rows } = await world.pool.query('select * from event_subscriptions where id = $1', [id]);
      const text = JSON.stringify([await eventsOf(id), events, rows]);
      expect(rows).toHaveLength(1);
      for (const generation of [1, 2]) expect(text).not.toContain(ask.loginOf(id, generation).password);
    });
  });
});

describe('a subscription whose Kafka is away', () => {
  it('waits, and is carried out when Kafka is back', { timeout: lastNet }, async () => {
    const [world, broker] = await Promise.all([startWorkedWorld(), brokersToTest[0]?.start() as Promise<OwnBroker>]);
    try {
      await registerBroker(world, kafkaEnvId, broker);
      const ask = subscriptionRequests(world);
      await asAdmin(broker, (kafka) => kafka.createTopic({ name: 'orders' }));
      const id = world.nextId();
      await broker.down();
      const operationId = await ask.add(id, { kafkaEnvId, topicName: 'orders' });
      await within(500, async () =>
        expect((await world.operationEvents(operationId)).at(-1)).toMatchObject({
          type: 'OperationDelayed',
          data: { class: 'away', problem: { code: 'kafka.unreachable' } },
        }),
      );
      await broker.up();
      await world.completed(operationId);
      expect(await asAdmin(broker, (kafka) => kafka.describeUsers([ask.userOf(id)]))).toEqual([ask.userOf(id)]);
    } finally {
      await world.close();
      await broker.close();
    }
  });
});
