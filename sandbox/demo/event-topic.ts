import { newLogin, stemOf } from '../../bff/event-subscription/new-login.ts';
import type { EventActor } from '../../domain/core/event.ts';
import { eventSubscriptionDecider } from '../../domain/event-subscription/decider.ts';
import type { EventSubscriptionCommand } from '../../domain/event-subscription/event-subscription.ts';
import { eventTopicDecider } from '../../domain/event-topic/decider.ts';
import type { EventTopicCommand } from '../../domain/event-topic/event-topic.ts';
import { loadState } from '../../eventstore/load.ts';
import type { GatewayNames } from '../../gateway/names/gateway-names.ts';
import { porticoNamespace, uuidV5 } from '../../platform/uuid.ts';
import { commandOnce } from './command-once.ts';
import type { Seeded, SeedServices } from './seed.ts';
import { LateError, until } from './until.ts';

const topicName = 'orders';

/**
 * Gives the partner a topic of orders, and a login to read it. Does each once.
 *
 * @returns a sentence when its Kafka has not made it in time; the portal goes on with it.
 */
export const demoTopic = async (
  services: SeedServices & Readonly<{ names: GatewayNames }>,
  { people, partner, eventCategoryIds }: Seeded,
  kafkaEnvId: number,
): Promise<readonly string[]> => {
  const actor = people.get('ada-lindqvist') as EventActor;
  const place = { kafkaEnvId, organizationId: partner.id };
  const operationOf = (commandId: string) => uuidV5(porticoNamespace, `${commandId}/operation`);
  const topicId = await commandOnce(
    services,
    { name: 'event-topic', actor, noun: 'event-topic' },
    eventTopicDecider,
    (eventTopicId, commandId): EventTopicCommand => ({
      type: 'AddEventTopic',
      data: {
        ...place,
        eventTopicId,
        operationId: operationOf(commandId),
        name: topicName,
        categoryId: eventCategoryIds.get('Orders') as number,
        organizationAttr: '{"depot":"north"}',
        subscribed: [1, 2],
        partitions: 3,
        replication: null,
        config: { 'retention.ms': '604800000' },
        choice: null,
      },
    }),
  );
  const isMade = async () => {
    const topic = await loadState(services.store, eventTopicDecider, topicId);
    // Somebody may have removed it since.
    return topic.status !== 'active' || topic.made !== null;
  };
  try {
    await until(`topic ${topicName}`, isMade);
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    return [`${error.message} The portal goes on with it.`];
  }
  if ((await loadState(services.store, eventTopicDecider, topicId)).status !== 'active') return [];
  await commandOnce(
    services,
    { name: 'event-subscription', actor, noun: 'event-subscription' },
    eventSubscriptionDecider,
    async (eventSubscriptionId, commandId): Promise<EventSubscriptionCommand> => ({
      type: 'RequestSubscription',
      data: {
        ...place,
        eventSubscriptionId,
        operationId: operationOf(commandId),
        topicId,
        name: 'Freight planning',
        topicName,
        writes: false,
        group: { pattern: 'prefixed', name: stemOf(services, eventSubscriptionId) },
        credential: await newLogin(services, eventSubscriptionId, 1),
      },
    }),
  );
  return [];
};
