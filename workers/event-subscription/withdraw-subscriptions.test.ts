import type { Consumer } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AccessPair, accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { clientOf, consume } from '#kafka/contract/client-of-others.ts';
import { asAdmin, newName } from '#kafka/contract/on-broker.ts';
import { randomId } from '#platform/uuid.ts';
import { brokersToTest, type OwnBroker, registerBroker } from '#test/kafka/any-broker.ts';
import { subscriptionRequests } from '#test/world/subscription-requests.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

const kafkaEnvId = 70;

describe.each(brokersToTest)('at $title', ({ isLeftOut, start }) => {
  describe.skipIf(isLeftOut)('access to an event category that is revoked', () => {
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

    const grant = async (pair: AccessPair) => {
      const grantId = world.nextId();
      await world.send(accessDecider, accessIdOfPair(pair), { type: 'GrantAccess', data: { grantId, ...pair } });
      return () => world.send(accessDecider, accessIdOfPair(pair), { type: 'RevokeAccess', data: { grantId } });
    };
    const newTopic = async (categoryId: number, organizationId: number) => {
      const [topicId, topicName, operationId] = [world.nextId(), newName('orders'), randomId()];
      const details = { organizationAttr: '{}', subscribed: [1], partitions: null, replication: null, config: {} };
      const places = { kafkaEnvId, categoryId, organizationId, name: topicName };
      await world.send(eventTopicDecider, topicId, {
        type: 'AddEventTopic',
        data: { eventTopicId: topicId, operationId, ...places, ...details, choice: null },
      });
      await world.completed(operationId);
      await asAdmin(broker, (kafka) => kafka.send(topicName, { key: 'k', value: 'v' }));
      return { kafkaEnvId, topicId, topicName };
    };
    const subscribed = async (topic: Awaited<ReturnType<typeof newTopic>>, organizationId: number) => {
      const id = world.nextId();
      await world.completed(await ask.add(id, { ...topic, organizationId }));
      return id;
    };
    const keepReading = async (id: number, topic: string) => {
      const client = clientOf(broker, ask.loginOf(id));
      const consumer: Consumer = client.consumer({
        groupId: `${ask.stemOf(id)}running`,
        sessionTimeout: 10_000,
        heartbeatInterval: 200,
        maxWaitTimeInMs: 100,
        retry: { retries: 0 },
      });
      const isReading = Promise.withResolvers<void>();
      const ended = new Promise<number>((resolve) => {
        consumer.on(consumer.events.CRASH, () => resolve(performance.now()));
      });
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await consumer.run({ eachMessage: async () => isReading.resolve() });
      await isReading.promise;
      return { ended, close: () => consumer.disconnect().catch(() => undefined) };
    };
    const gone = (id: number) =>
      vi.waitFor(
        async () => expect((await world.history('event-subscription', id)).at(-1)).toBe('EventSubscriptionRemoved'),
        20_000,
      );

    it('stops a running reader within 5 s, and leaves neither its rights nor its user', async () => {
      const [organizationId, other, eventCategoryId] = [world.nextId(), world.nextId(), world.nextId()];
      for (const id of [organizationId, other]) await world.request.organization(id);
      const revoke = await grant({ eventCategoryId, organizationId });
      const topic = await newTopic(eventCategoryId, organizationId);
      const [theirs, others] = [await subscribed(topic, organizationId), await subscribed(topic, other)];
      // The same organization has access to an API of the same id, which is none of it.
      const revokeApi = await grant({ apiId: eventCategoryId, organizationId });
      const reader = await keepReading(theirs, topic.topicName);
      await revokeApi();

      const revoking = performance.now();
      await revoke();
      expect((await reader.ended) - revoking).toBeLessThan(5_000);
      await reader.close();
      await gone(theirs);
      const user = ask.userOf(theirs);
      await asAdmin(broker, async (kafka) => {
        expect(await kafka.describeUsers([user])).toEqual([]);
        expect(await kafka.describeAcls({ principal: `User:${user}` })).toEqual([]);
      });
      const removals = (await world.history('event-subscription', theirs)).filter((type) =>
        type.endsWith('RemovalRequested'),
      );
      expect(removals).toHaveLength(1);
      const read = consume(clientOf(broker, ask.loginOf(others)), `${ask.stemOf(others)}app`, topic.topicName, 1);
      expect(await read).toEqual(['v']);
    });

    it('takes one that was requested too late away, and none of a later grant', async () => {
      const [organizationId, eventCategoryId] = [world.nextId(), world.nextId()];
      await world.request.organization(organizationId);
      const revoke = await grant({ eventCategoryId, organizationId });
      const topic = await newTopic(eventCategoryId, organizationId);
      await revoke();
      const late = world.nextId();
      await ask.add(late, { ...topic, organizationId });
      await gone(late);
      await grant({ eventCategoryId, organizationId });
      const again = await subscribed(topic, organizationId);
      const read = consume(clientOf(broker, ask.loginOf(again)), `${ask.stemOf(again)}app`, topic.topicName, 1);
      expect(await read).toEqual(['v']);
    });
  });
});
