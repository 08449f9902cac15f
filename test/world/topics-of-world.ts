import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { EventTopicDetails, TopicChoice } from '#domain/event-topic/event-topic.ts';
import { loadState } from '#eventstore/load.ts';
import { asAdmin } from '#kafka/contract/on-broker.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { randomId } from '#platform/uuid.ts';
import { registerBroker, startSandboxBroker } from '../kafka/any-broker.ts';
import type { WorkerWorld } from './worker-world.ts';

/** What somebody asked for. */
type Asked = Readonly<{ id: number; operationId: string }>;

/** Brokers that a world knows as a resource, and topics there as people ask for them. @param start default: the sandbox's broker. */
export const topicsOf = async (world: WorkerWorld, resourceId: number, start = startSandboxBroker) => {
  const broker = await start();
  await registerBroker(world, resourceId, broker);
  const asAdminHere = <Value>(use: (kafka: KafkaClient) => Promise<Value>): Promise<Value> => asAdmin(broker, use);
  const send = (id: number, command: Parameters<typeof eventTopicDecider.decide>[0]) =>
    world.send(eventTopicDecider, id, command);
  let count = 0;
  return {
    asAdmin: asAdminHere,
    /** Returns a topic that nobody has asked for. */
    wanted: (changes: Partial<EventTopicDetails> = {}): EventTopicDetails => {
      count += 1;
      return {
        name: `topic-${resourceId}-${count}`,
        kafkaEnvId: resourceId,
        categoryId: 7,
        organizationId: 1,
        organizationAttr: '{}',
        subscribed: [1],
        partitions: 2,
        replication: null,
        config: { 'retention.ms': '60000' },
        ...changes,
      };
    },
    add: async (details: EventTopicDetails, choice: TopicChoice = null): Promise<Asked> => {
      const [id, operationId] = [world.nextId(), randomId()];
      await send(id, { type: 'AddEventTopic', data: { ...details, eventTopicId: id, operationId, choice } });
      return { id, operationId };
    },
    change: async (id: number, details: EventTopicDetails, choice: TopicChoice = null): Promise<Asked> => {
      const operationId = randomId();
      await send(id, { type: 'ChangeEventTopic', data: { ...details, operationId, choice } });
      return { id, operationId };
    },
    remove: async (id: number): Promise<Asked> => {
      const operationId = randomId();
      await send(id, { type: 'RemoveEventTopic', data: { operationId } });
      return { id, operationId };
    },
    stateOf: (id: number) => loadState(world.store, eventTopicDecider, id),
    /** What the broker has under a name; undefined: nothing. */
    found: (name: string) => asAdminHere((kafka) => kafka.describeTopic(name)),
    /** What is set for a topic at the broker. */
    ownConfig: async (name: string) =>
      Object.fromEntries(
        (await asAdminHere((kafka) => kafka.describeConfigs(name)))
          .filter(({ isOwn }) => isOwn)
          .map(({ key, value }) => [key, value]),
      ),
    stop: broker.down,
    /** Starts them again where they were, with what they had. */
    start: broker.up,
    close: broker.close,
  };
};

export type TopicsOfWorld = Awaited<ReturnType<typeof topicsOf>>;
