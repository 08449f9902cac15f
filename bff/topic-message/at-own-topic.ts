import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import type { CategoryEvent } from '#domain/event-category/event-category.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import { loadState } from '#eventstore/load.ts';
import { KafkaError } from '#kafka/failure.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import type { Services } from '../http/services.ts';
import { askKafka } from '../resource/shared/ask-kafka.ts';

/** Returns a topic as the log has it. @throws RefusedError 404 when there is none. */
export const loadTopic = async ({ store }: Pick<Services, 'store'>, id: number): Promise<KnownTopic> => {
  const state = await loadState(store, eventTopicDecider, id);
  if (state.status === 'none' || state.status === 'removed') throw new RefusedError(notFound());
  return state;
};

/** Returns the events that a topic carries, with their schemas as they are now. */
export const eventsOf = async (
  { store }: Pick<Services, 'store'>,
  { details: { categoryId, subscribed } }: KnownTopic,
): Promise<readonly CategoryEvent[]> => {
  const category = await loadState(store, eventCategoryDecider, categoryId);
  return category.status === 'active' ? category.details.events.filter(({ id }) => subscribed.includes(id)) : [];
};

/**
 * Returns why Kafka can't be asked. Whoever may not read its settings is not told of its addresses and users.
 */
export const unavailable = (actor: Actor, { failure }: KafkaError): RefusedError => {
  if (may(actor, 'resource.read')) return new RefusedError(refuse('unavailable', failure));
  const code = failure.code === 'kafka.no-answer' ? 'topic-message.no-answer' : 'topic-message.away';
  return new RefusedError(refuse('unavailable', { code }));
};

/**
 * Uses Kafka for a topic. One of the same name that Kafka knows by another id is somebody else's, and is neither read nor written.
 *
 * @throws RefusedError 409 when Kafka does not have it; 503 with the reason when it can't be asked.
 */
export const atOwnTopic = async <Answer>(
  services: Services,
  actor: Actor,
  { made, details: { kafkaEnvId, name } }: KnownTopic,
  use: (kafka: KafkaClient) => Promise<Answer>,
): Promise<Answer> => {
  if (!made) throw new RefusedError(refuse('conflict', { code: 'topic-message.not-made' }));
  try {
    return await askKafka(services, kafkaEnvId, async (kafka) => {
      const found = await kafka.describeTopic(name);
      if (found?.id !== made.brokerId) throw new RefusedError(refuse('conflict', { code: 'topic-message.gone' }));
      return await use(kafka);
    });
  } catch (error) {
    if (error instanceof KafkaError) throw unavailable(actor, error);
    throw error;
  }
};
