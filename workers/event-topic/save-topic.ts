import { streamOf } from '#domain/core/id.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import { loadState } from '#eventstore/load.ts';
import type { Topic } from '#kafka/admin/topics.ts';
import { KafkaError } from '#kafka/failure.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { configChanges, isOwn } from '#kafka/topic-at-broker.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { NotReadyError, PermanentError, type Run, SupersededError } from '../engine/run.ts';
import { withBrokers } from '../kafka/with-brokers.ts';

/** What the broker refuses stands at its field, with the broker's own sentence. */
const atField = (error: unknown): unknown => {
  if (!(error instanceof KafkaError)) return error;
  const { failure } = error;
  if (failure.code === 'kafka.config-invalid') return new PermanentError({ ...failure, field: 'config' });
  // One that is being deleted has its name for some milliseconds.
  return failure.code === 'kafka.topic-taken' ? new NotReadyError(failure) : error;
};

/** Writes to the broker: checks that this attempt may, and leaves a place to die before and after. */
const write = async (run: Run, step: string, work: () => Promise<unknown>): Promise<void> => {
  await run.assertCurrent();
  crashPoint(`${run.subject.kind}.${step}.before`);
  try {
    await work();
  } catch (error) {
    throw atField(error);
  }
  crashPoint(`${run.subject.kind}.${step}.after`);
};

/** @throws PermanentError when the topic at the broker is not Portico's, and nobody said that it shall be. */
const assertOwn = async (run: Run, kafka: KafkaClient, topic: KnownTopic, found: Topic): Promise<void> => {
  const { made, choice, details } = topic;
  if (choice === 'adopt' || (await isOwn(kafka, topic, found))) return;
  const parameters = { name: details.name };
  if (!made) throw new PermanentError({ code: 'event-topic.on-broker', field: 'name', parameters });
  await run.decide(eventTopicDecider, run.subject.id, { type: 'MissEventTopic', data: { brokerId: made.brokerId } });
  throw new PermanentError({ code: 'event-topic.replaced', field: 'name', parameters });
};

const make = async (run: Run, kafka: KafkaClient, { details, made, choice }: KnownTopic): Promise<void> => {
  const { name, partitions, replication, config } = details;
  const { id } = run.subject;
  if (made) {
    // Its messages are gone. Who reads from it must hear so before there is an empty one of the same name.
    await run.decide(eventTopicDecider, id, { type: 'MissEventTopic', data: { brokerId: made.brokerId } });
    throw new PermanentError({ code: 'event-topic.missing', field: 'name', parameters: { name } });
  }
  if (choice === 'adopt')
    throw new PermanentError({ code: 'event-topic.not-there', field: 'name', parameters: { name } });
  await run.decide(eventTopicDecider, id, { type: 'BeginMaking', data: { operationId: run.operationId } });
  await write(run, 'make', () =>
    kafka.createTopic({
      name,
      configs: config,
      ...(partitions === null ? {} : { partitions }),
      ...(replication === null ? {} : { replication }),
    }),
  );
  await run.record('make topic', name, 'created');
};

/** Brings a topic that is there to what is wanted. Partitions only grow; where the broker has more, they stay. */
const change = async (run: Run, kafka: KafkaClient, topic: KnownTopic, found: Topic): Promise<void> => {
  const { name, partitions } = topic.details;
  if (partitions !== null && partitions > found.partitions) {
    await write(run, 'grow', () => kafka.growTopic(name, partitions));
    await run.record('add partitions', String(partitions), 'changed');
  }
  const changes = await configChanges(kafka, topic);
  if (changes.length === 0) return;
  await write(run, 'configure', () =>
    kafka.alterConfigs(name, Object.fromEntries(changes.map(({ key, to }) => [key, to]))),
  );
  await run.record(
    'change settings',
    changes
      .map(({ key }) => key)
      .join(', ')
      .slice(0, 200),
    'changed',
  );
};

const save = async (run: Run, kafka: KafkaClient, topic: KnownTopic): Promise<void> => {
  const { name, partitions } = topic.details;
  const found = await kafka.describeTopic(name);
  if (found) {
    await assertOwn(run, kafka, topic, found);
    await change(run, kafka, topic, found);
  } else await make(run, kafka, topic);
  const after = await kafka.describeTopic(name);
  const isKept = after && after.partitions >= (partitions ?? 1) && (await configChanges(kafka, topic)).length === 0;
  if (!isKept) throw new PermanentError({ code: 'event-topic.not-kept' });
  await run.record('read back', name, 'verified');
  await run.decide(eventTopicDecider, run.subject.id, {
    type: 'ConfirmSave',
    data: {
      operationId: run.operationId,
      brokerId: after.id,
      partitions: after.partitions,
      replication: after.replication,
    },
  });
};

/** Makes a topic at its Kafka, or brings it to what is wanted. */
export const saveTopic: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const topic = await loadState(services.store, eventTopicDecider, subject.id);
    if (topic.status !== 'active') throw new SupersededError();
    // An attempt before this one has written the outcome, or another request is the newest.
    if (topic.operationId !== operationId) {
      const events = await services.store.read(streamOf(subject.noun, subject.id));
      const isDone = events.some(
        ({ type, data }) => type === 'EventTopicSaved' && (data as { operationId: string }).operationId === operationId,
      );
      if (isDone) return;
      throw new SupersededError();
    }
    await withBrokers(services, topic.details.kafkaEnvId, ({ kafka }) => save(run, kafka, topic));
  },
  // Nobody knows whether people use it already, so nothing that was made is taken back.
  restore: nothing,
  fail: async ({ operationId, subject, decide }) =>
    decide(eventTopicDecider, subject.id, { type: 'FailSave', data: { operationId } }),
};
