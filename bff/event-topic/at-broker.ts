import { sql } from 'kysely';
import { type Problem, RefusedError, refuse } from '#domain/core/problem.ts';
import { configText } from '#domain/event-topic/config.ts';
import type { EventTopic, EventTopicDetails } from '#domain/event-topic/event-topic.ts';
import type { TopicAtBroker } from '#domain/event-topic/schema.ts';
import type { Topic } from '#kafka/admin/topics.ts';
import { KafkaError } from '#kafka/failure.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { askKafka } from '../resource/shared/ask-kafka.ts';

/** Rights and groups that are shown. */
const shownLimit = 100;

/** Asks the brokers of a resource. Without an answer within 5 s the operation asks again. @throws RefusedError when there is no such resource; KafkaError. */
const ask = <Answer>(
  services: Services,
  kafkaEnvId: number,
  use: (kafka: KafkaClient) => Promise<Answer>,
): Promise<Answer> => askKafka(services, kafkaEnvId, use, () => invalidField('kafkaEnvId', 'event-topic.kafka-gone'));

/** Returns settings that were made for a topic, by their keys. */
const ownConfig = async (kafka: KafkaClient, name: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await kafka.describeConfigs(name)).flatMap(({ key, value, isOwn }) =>
      isOwn && value !== null ? [[key, value]] : [],
    ),
  );

/**
 * Returns what a Kafka has under a name; null: nothing.
 *
 * @throws RefusedError 503 with the reason when the brokers can't be asked.
 */
export const topicAtBrokerOf = async (
  services: Services,
  kafkaEnvId: number,
  name: string,
): Promise<TopicAtBroker['found']> => {
  try {
    return await ask(services, kafkaEnvId, async (kafka) => {
      const topic = await kafka.describeTopic(name);
      if (!topic) return null;
      const acls = await kafka.describeAcls({ resource: 'topic', name }).catch((error: unknown) => {
        // A Kafka without rights has none to show.
        if (error instanceof KafkaError && error.failure.code === 'kafka.acls-off') return [];
        throw error;
      });
      return {
        partitions: topic.partitions,
        replication: topic.replication,
        config: configText(await ownConfig(kafka, name)),
        acls: acls
          .slice(0, shownLimit)
          .map(({ principal, operation, permission }) => ({ principal, operation, permission })),
        groups: (await kafka.readersOf(name)).slice(0, shownLimit),
      };
    });
  } catch (error) {
    if (error instanceof KafkaError) throw new RefusedError(refuse('unavailable', error.failure));
    throw error;
  }
};

/** The field of a topic that a broker's sentence is about. */
const fieldOf = ({ failure: { code, parameters } }: KafkaError): string => {
  if (code === 'kafka.config-invalid') return 'config';
  const reason = String(parameters?.reason ?? '').toLowerCase();
  if (reason.includes('replica')) return 'replication';
  return reason.includes('partition') ? 'partitions' : 'name';
};

/** What a broker says of the values. Everything else is no reason to refuse: the operation waits, and says why. */
const ofValues = ['kafka.config-invalid', 'kafka.refused'];

const refuseAtField = (error: unknown): never => {
  if (!(error instanceof KafkaError) || !ofValues.includes(error.failure.code)) throw error;
  throw new RefusedError(refuse('invalid', { ...error.failure, field: fieldOf(error) }));
};

/** @throws RefusedError when settings are unknown there, or can't be changed. */
const checkConfig = async (kafka: KafkaClient, { name, config }: EventTopicDetails): Promise<void> => {
  const known = new Map((await kafka.describeConfigs(name)).map((each) => [each.key, each]));
  for (const key of Object.keys(config)) {
    const found = known.get(key);
    if (!found) throw invalidField('config', 'event-topic.config-unknown', { key });
    if (found.isReadOnly) throw invalidField('config', 'event-topic.config-read-only', { key });
  }
  await kafka.alterConfigs(name, config, { validateOnly: true }).catch(refuseAtField);
};

/** @throws RefusedError when a topic that is there can't become as wanted. */
const checkChange = async (
  kafka: KafkaClient,
  found: Topic,
  to: EventTopicDetails,
  from: EventTopicDetails | undefined,
) => {
  const problems: Problem[] = [];
  if (to.partitions !== null && to.partitions !== from?.partitions && to.partitions < found.partitions)
    problems.push({
      code: 'event-topic.partitions-shrink',
      field: 'partitions',
      parameters: { current: found.partitions, wanted: to.partitions },
    });
  if (to.replication !== null && to.replication !== from?.replication && to.replication !== found.replication)
    problems.push({
      code: 'event-topic.replication-fixed',
      field: 'replication',
      parameters: { current: found.replication },
    });
  const [first, ...more] = problems;
  if (first) throw new RefusedError(refuse('invalid', first, ...more));
  await checkConfig(kafka, to);
};

/**
 * Refuses to adopt what another topic of the portal is: two resources may lead to the same brokers.
 *
 * @throws RefusedError at the name.
 */
const refuseOwned = async ({ db }: Services, { id }: Topic, eventTopicId = 0): Promise<void> => {
  const owner = await db
    .selectFrom('event_topics')
    .select('id')
    .where(sql<string>`made->>'brokerId'`, '=', id)
    .where('id', '<>', eventTopicId)
    .executeTakeFirst();
  if (owner) throw invalidField('name', 'event-topic.name-taken');
};

/**
 * Asks a Kafka whether a topic can be as it is wanted, before the command is taken. Whoever adopts a topic gets the settings
 * that the broker has.
 *
 * @param state of the topic; undefined: a new one.
 * @returns the details to save.
 * @throws RefusedError at the field that the broker refuses, with its own sentence. Brokers that can't be asked refuse nothing:
 *   the operation waits for them.
 */
export const checkAtBroker = async (
  services: Services,
  wanted: EventTopicDetails,
  choice: string | null,
  state: EventTopic | undefined,
): Promise<EventTopicDetails> => {
  const known = state?.status === 'active' ? state : undefined;
  const { name } = wanted;
  try {
    return await ask(services, wanted.kafkaEnvId, async (kafka) => {
      const found = await kafka.describeTopic(name);
      if (found && choice === 'adopt') {
        await refuseOwned(services, found, known?.eventTopicId);
        return { ...wanted, partitions: null, replication: null, config: await ownConfig(kafka, name) };
      }
      if (found) {
        // Whether the topic is Portico's is for the operation to see while one is under way, or a broker's answer was lost.
        if (!known?.made && !known?.begun) throw invalidField('name', 'event-topic.on-broker', { name });
        await checkChange(kafka, found, wanted, known?.details);
        return wanted;
      }
      if (choice === 'adopt') throw invalidField('name', 'event-topic.not-there', { name });
      const { partitions, replication, config } = wanted;
      const made = {
        name,
        configs: config,
        ...(partitions === null ? {} : { partitions }),
        ...(replication === null ? {} : { replication }),
      };
      await kafka.createTopic(made, { validateOnly: true }).catch(refuseAtField);
      return wanted;
    });
  } catch (error) {
    if (!(error instanceof KafkaError)) throw error;
    // What is adopted is taken as the person saw it, so it must be seen.
    if (choice === 'adopt') throw new RefusedError(refuse('unavailable', error.failure));
    return wanted;
  }
};
