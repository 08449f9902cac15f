import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aclsOf, principalOf } from '#kafka/subscription-acls.ts';
import { brokersToTest } from '#test/kafka/any-broker.ts';
import { lastNet } from '#test/runner/limit.ts';
import { type KilledWorkers, killedWorkers } from '#test/world/killed-workers.ts';
import { go } from '#test/world/start-worker-process.ts';
import { subscriptionRequests } from '#test/world/subscription-requests.ts';
import { type TopicsOfWorld, topicsOf } from '#test/world/topics-of-world.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';

const kafkaEnvId = 78;
const real = brokersToTest.find(({ isReal }) => isReal);

/**
 * The sweeps over every point run on the sandbox's broker, which has each change in force at once. A real Kafka answers before that, so
 * here workers die where it makes a difference: after Kafka has taken a change, and before anybody has written that down.
 */
describe.skipIf(!real || real.isLeftOut)(`H5: at ${real?.title}, a worker that is killed after a change`, () => {
  let world: WorkerWorld;
  let topics: TopicsOfWorld;
  let ask: ReturnType<typeof subscriptionRequests>;
  let workers: KilledWorkers;
  beforeAll(async () => {
    world = await startWorkerWorld();
    topics = await topicsOf(world, kafkaEnvId, real?.start);
    ask = subscriptionRequests(world);
    workers = await killedWorkers(world);
  }, lastNet);
  afterAll(async () => {
    await workers?.close();
    await topics?.close();
    await world?.close();
  });

  /** Lets a worker die at each point while it does what is asked for, and another one finish it. */
  const killedAt = async (request: () => Promise<string>, ...points: string[]) => {
    const operationId = await request();
    for (const point of points) {
      const child = workers.startChild({ CRASHPOINT: `${point}#1` });
      go(child);
      expect(await workers.ended(child), point).toBe('SIGKILL');
    }
    await workers.withWorker(() => world.completed(operationId));
  };
  const outcomes = async (noun: 'event-topic' | 'event-subscription', id: number, type: string) =>
    (await world.history(noun, id)).filter((each) => each === type).length;

  it('of a topic', { timeout: lastNet }, async () => {
    const details = topics.wanted();
    let id = 0;
    await killedAt(async () => {
      const asked = await topics.add(details);
      id = asked.id;
      return asked.operationId;
    }, 'add-event-topic.make.after');
    const made = await topics.found(details.name);
    expect(made).toMatchObject({ partitions: 2 });
    expect(await topics.stateOf(id)).toMatchObject({ made: { brokerId: made?.id }, operationId: null });

    const config = { 'cleanup.policy': 'compact' };
    await killedAt(
      async () => (await topics.change(id, { ...details, partitions: 4, config })).operationId,
      'change-event-topic.grow.after',
      'change-event-topic.configure.after',
    );
    expect(await topics.found(details.name)).toMatchObject({ id: made?.id, partitions: 4 });
    expect(await topics.ownConfig(details.name)).toEqual(config);
    expect(await outcomes('event-topic', id, 'EventTopicSaved')).toBe(2);

    await killedAt(async () => (await topics.remove(id)).operationId, 'delete-event-topic.delete.after');
    expect(await topics.found(details.name)).toBeUndefined();
    expect(await outcomes('event-topic', id, 'EventTopicRemoved')).toBe(1);
  });

  it('of a subscription', { timeout: lastNet }, async () => {
    const topicName = topics.wanted().name;
    await topics.asAdmin((kafka) => kafka.createTopic({ name: topicName }));
    const id = world.nextId();
    const user = ask.userOf(id);
    const group = { pattern: 'prefixed', name: ask.stemOf(id) } as const;
    const held = () =>
      topics.asAdmin(async (kafka) => ({
        users: await kafka.describeUsers([user]),
        rights: (await kafka.describeAcls({ principal: principalOf(user) })).length,
      }));
    await killedAt(
      () => ask.add(id, { kafkaEnvId, topicName, writes: true }),
      'add-event-subscription.make-kafka-user.after',
      'add-event-subscription.give-kafka-rights.after',
    );
    const rights = aclsOf({ user, topic: topicName, writes: true, group }).length;
    expect(await held()).toEqual({ users: [user], rights });
    expect(await outcomes('event-subscription', id, 'EventSubscriptionApplied')).toBe(1);

    await killedAt(
      () => ask.remove(id),
      'remove-event-subscription.take-kafka-rights.after',
      'remove-event-subscription.delete-kafka-user.after',
    );
    expect(await held()).toEqual({ users: [], rights: 0 });
    expect(await outcomes('event-subscription', id, 'EventSubscriptionRemoved')).toBe(1);
  });
});
