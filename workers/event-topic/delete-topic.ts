import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import { loadState } from '#eventstore/load.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { isOwn } from '#kafka/topic-at-broker.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { NotReadyError, type Run, SupersededError } from '../engine/run.ts';
import { withBrokers } from '../kafka/with-brokers.ts';
import { endSubscriptions } from './end-subscriptions.ts';

/** Deletes what is Portico's, by its id. What somebody else has under the name is not touched. */
const remove = async (run: Run, kafka: KafkaClient, topic: KnownTopic): Promise<void> => {
  const { name } = topic.details;
  const found = await kafka.describeTopic(name);
  if (!found || !(await isOwn(kafka, topic, found))) return;
  await run.assertCurrent();
  crashPoint(`${run.subject.kind}.delete.before`);
  await kafka.deleteTopic(name, found.id);
  crashPoint(`${run.subject.kind}.delete.after`);
  await run.record('delete topic', name, 'removed');
  const after = await kafka.describeTopic(name);
  if (after?.id === found.id) throw new NotReadyError({ code: 'event-topic.still-there', parameters: { name } });
};

/** Deletes a topic at its Kafka, after those who read and write it have lost their rights. */
export const deleteTopic: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const topic = await loadState(services.store, eventTopicDecider, subject.id);
    // An attempt before this one has written the outcome.
    if (topic.status === 'removed') return;
    if (topic.status !== 'removing' || topic.operationId !== operationId) throw new SupersededError();
    await endSubscriptions(run);
    await withBrokers(services, topic.details.kafkaEnvId, ({ kafka }) => remove(run, kafka, topic));
    await run.decide(eventTopicDecider, subject.id, { type: 'ConfirmRemoval', data: { operationId } });
  },
  restore: nothing,
  // A topic that can't be deleted stays "being removed".
  fail: nothing,
};
