import { streamOf } from '#domain/core/id.ts';
import { isRefusal, refuse } from '#domain/core/problem.ts';
import { isAnsweredBy } from '#domain/difference/difference.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { EventTopicDetails, KnownTopic, TopicChoice } from '#domain/event-topic/event-topic.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import type { KafkaDifference } from '#domain/kafka-difference/kafka-difference.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import type { KafkaDiffering } from '#kafka/drift/differing.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { PermanentError, type Run, SupersededError } from '../engine/run.ts';
import { type Brokers, withBrokers } from '../kafka/with-brokers.ts';
import { compareNow, type NowAtKafka } from './compare-now.ts';
import { putRight } from './put-right.ts';

type Answering = Extract<KafkaDifference, { status: 'answering' }>;
type Seen = Pick<NowAtKafka, 'topic'> & Readonly<{ differing: KafkaDiffering | undefined }>;
type Answer = (run: Run, brokers: Brokers, answering: Answering) => Promise<void>;

/** Returns the difference as it is now; undefined when the object is as it was applied. @throws PermanentError when it is another one. */
const asSeen = async (run: Run, brokers: Brokers, { found }: Answering): Promise<Seen> => {
  const now = await compareNow(run.services, brokers, found);
  const differing = now.differing.find(({ objectId }) => objectId === found.objectId);
  if (differing && differing.digest !== found.digest) throw new PermanentError({ code: 'difference.changed' });
  return { topic: now.topic, differing };
};

/** Requests a topic in the name of whoever answered. That is an operation of its own, which waits for this one. */
const requestTopic = async (
  run: Run,
  topic: KnownTopic,
  details: EventTopicDetails,
  choice: TopicChoice,
): Promise<void> => {
  const { services, operationId, subject } = run;
  const events = await services.store.read(streamOf(subject.noun, subject.id));
  const cause = events.find(
    ({ type, data }) =>
      (type === 'KafkaDifferenceReapplyRequested' || type === 'KafkaDifferenceAdoptionRequested') &&
      (data as { operationId: string }).operationId === operationId,
  );
  if (!cause) throw new Error(`nobody asked for ${operationId}`);
  await run.assertCurrent();
  const changeId = uuidV5(porticoNamespace, `kafka-answer/${operationId}`);
  const done = await execute({
    store: services.store,
    decider: eventTopicDecider,
    id: topic.eventTopicId,
    command: { type: 'ChangeEventTopic', data: { ...details, operationId: changeId, choice } },
    authorize: (state) =>
      JSON.stringify(state) === JSON.stringify(topic) ? undefined : refuse('conflict', { code: 'difference.changed' }),
    meta: {
      actor: cause.meta.actor,
      commandId: uuidV5(porticoNamespace, `kafka-answer-command/${operationId}`),
      correlationId: changeId,
      causationId: cause.id,
      time: new Date().toISOString(),
    },
  });
  if (isRefusal(done)) throw new PermanentError(...done.problems);
  await run.record('change-topic', changeId, 'created');
};

const reapply: Answer = async (run, brokers, answering) => {
  const { differing, topic } = await asSeen(run, brokers, answering);
  // An attempt before this one has written it.
  if (!differing) return;
  if (differing.objectId === 'topic' && topic) return await requestTopic(run, topic, topic.details, 'make-again');
  await putRight(run, brokers, answering.found, topic);
  const after = await asSeen(run, brokers, answering);
  if (after.differing) throw new PermanentError({ code: 'difference.not-kept' });
  await run.record('read back', answering.found.name.slice(0, 200), 'verified');
};

/** Returns a topic as Kafka has it, as its form says it; undefined when the form can't. */
const adoptedDetails = async (
  { kafka }: Brokers,
  { details }: KnownTopic,
  { objectId, fields }: KafkaDiffering,
): Promise<EventTopicDetails | undefined> => {
  if (objectId === 'settings') {
    const held = fields.flatMap(({ field, held: value }) => (value === null ? [] : [[field, value] as const]));
    const differs = new Set(fields.map(({ field }) => field));
    const kept = Object.entries(details.config).filter(([key]) => !differs.has(key));
    return { ...details, config: Object.fromEntries([...kept, ...held]) };
  }
  const found = await kafka.describeTopic(details.name);
  if (!found) return undefined;
  const { partitions, replication } = found;
  if (objectId === 'partitions') return { ...details, partitions };
  if (objectId !== 'topic') return undefined;
  const own = (await kafka.describeConfigs(details.name)).filter(({ isOwn, value }) => isOwn && value !== null);
  return {
    ...details,
    partitions,
    replication,
    config: Object.fromEntries(own.map(({ key, value }) => [key, value ?? ''])),
  };
};

const adopt: Answer = async (run, brokers, answering) => {
  const { differing, topic } = await asSeen(run, brokers, answering);
  if (!differing) return;
  const details = topic && (await adoptedDetails(brokers, topic, differing));
  if (!topic || !details) throw new PermanentError({ code: 'difference.not-in-form' });
  await requestTopic(run, topic, details, differing.objectId === 'topic' ? 'adopt' : null);
};

/** Leaves the object as it is, if it is still as the person saw it. */
const ignore: Answer = async (run, brokers, answering) => {
  const { differing } = await asSeen(run, brokers, answering);
  if (!differing) throw new PermanentError({ code: 'difference.gone' });
};

const answerOf = { reapply, adopt, ignore } as const;

/** Carries out what a person answered to one difference at a Kafka, if it is still the one that they saw. */
export const answerKafkaDifference: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const state = await loadState(services.store, kafkaDifferenceDecider, subject.id);
    if (isAnsweredBy(state, operationId)) return;
    if (state.status !== 'answering' || state.operationId !== operationId) throw new SupersededError();
    await withBrokers(services, state.found.kafkaEnvId, (brokers) => answerOf[state.answer](run, brokers, state));
    await run.decide(kafkaDifferenceDecider, subject.id, { type: 'ConfirmAnswer', data: { operationId } });
  },
  // What was written is one object as it was applied. The next look sees whatever is otherwise.
  restore: nothing,
  fail: ({ operationId, subject, decide }) =>
    decide(kafkaDifferenceDecider, subject.id, { type: 'FailAnswer', data: { operationId } }),
};
