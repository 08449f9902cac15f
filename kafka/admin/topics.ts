import { setTimeout as sleep } from 'node:timers/promises';
import { createPartitionsV3, createTopicsV7, deleteTopicsV6 } from '@platformatic/kafka';
import type { Brokers, Metadata } from '../connect/connect.ts';
import { isFailure } from '../failure.ts';

/**
 * A topic as it is.
 *
 * @property id          the broker's own, which a topic that is made again does not have.
 * @property replication how many brokers have each partition.
 * @property isReady     every partition has a leader.
 */
export type Topic = Readonly<{
  id: string;
  name: string;
  partitions: number;
  replication: number;
  isInternal: boolean;
  isReady: boolean;
}>;

/**
 * A topic as it is wanted. What is absent is as the broker has it by default.
 *
 * @property configs by their keys.
 */
export type WantedTopic = Readonly<{
  name: string;
  partitions?: number;
  replication?: number;
  configs?: Readonly<Record<string, string>>;
}>;

/** Milliseconds: of a change at the broker, of waiting until it can be used, and between two looks. */
const changeTimeout = 6_000;
const readyPatience = 5_000;
const readyPause = 30;
/** Means "by default" in the protocol. */
const byDefault = -1;

type MetadataTopic = Metadata['topics'][number];

const asTopic = (topic: MetadataTopic, name: string): Topic => ({
  id: topic.topicId,
  name,
  partitions: topic.partitions.length,
  replication: topic.partitions[0]?.replicaNodes.length ?? 0,
  isInternal: topic.isInternal,
  isReady: topic.partitions.every(({ leaderId }) => leaderId >= 0),
});

/** Returns a topic; undefined when there is none. */
export const describeTopic = async (brokers: Brokers, name: string): Promise<Topic | undefined> => {
  const metadata = await brokers.metadata([name]).catch((error: unknown) => {
    if (isFailure(error, 'kafka.unknown-topic')) return undefined;
    throw error;
  });
  const topic = metadata?.topics[0];
  return topic && asTopic(topic, name);
};

/** Returns the names of all topics that this login may describe, without the broker's own. */
export const listTopics = async (brokers: Brokers): Promise<string[]> =>
  (await brokers.metadata(null)).topics.flatMap(({ name, isInternal }) => (name && !isInternal ? [name] : [])).sort();

/** Topics that one call asks for. */
const page = 100;
/** The protocol's UNKNOWN_TOPIC_OR_PARTITION. */
const unknownTopic = 3;

/**
 * Returns these topics by their names. `missing`: the broker has none of this name. `unclear`: it does not say now, or this login may not
 * see it, which does not mean that it is gone.
 */
export const describeTopics = async (
  brokers: Brokers,
  names: readonly string[],
): Promise<ReadonlyMap<string, Topic | 'missing' | 'unclear'>> => {
  const found = new Map<string, Topic | 'missing' | 'unclear'>();
  for (let first = 0; first < names.length; first += page) {
    const { topics } = await brokers.metadataOfEach(names.slice(first, first + page));
    for (const topic of topics) {
      const { name, errorCode } = topic;
      if (!name) continue;
      if (errorCode === 0) found.set(name, asTopic(topic, name));
      else found.set(name, errorCode === unknownTopic ? 'missing' : 'unclear');
    }
  }
  return found;
};

/** A topic is known to a broker some milliseconds after it was made. */
const waitUntil = async (look: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + readyPatience;
  while (!(await look()) && Date.now() < deadline) await sleep(readyPause);
};

/**
 * Makes a topic, and waits until it can be used.
 *
 * @param validateOnly makes nothing, and only says whether it could be made.
 * @throws KafkaError `kafka.topic-taken`, `kafka.config-invalid`, `kafka.refused`.
 */
export const createTopic = async (
  brokers: Brokers,
  { name, partitions = byDefault, replication = byDefault, configs = {} }: WantedTopic,
  { validateOnly = false }: Readonly<{ validateOnly?: boolean }> = {},
): Promise<void> => {
  const wanted = {
    name,
    numPartitions: partitions,
    replicationFactor: replication,
    assignments: [],
    configs: Object.entries(configs).map(([key, value]) => ({ name: key, value })),
  };
  await brokers.askController(createTopicsV7.api, [wanted], changeTimeout, validateOnly);
  if (!validateOnly)
    await waitUntil(async () => (await describeTopic(brokers, name).catch(() => undefined))?.isReady === true);
};

/** Gives a topic more partitions. @throws KafkaError `kafka.refused` when they would be fewer or as many. */
export const growTopic = async (brokers: Brokers, name: string, partitions: number): Promise<void> => {
  await brokers.askController(
    createPartitionsV3.api,
    [{ name, count: partitions, assignments: null }],
    changeTimeout,
    false,
  );
  await waitUntil(async () => (await describeTopic(brokers, name).catch(() => undefined))?.partitions === partitions);
};

/**
 * Deletes a topic with its messages. Returns false when there is none.
 *
 * @param id of the topic that is meant: another one of the same name stays. Default: whichever has the name.
 */
export const deleteTopic = async (brokers: Brokers, name: string, id?: string): Promise<boolean> => {
  try {
    const meant = id === undefined ? { name } : { name: null, topicId: id };
    await brokers.askController(deleteTopicsV6.api, [meant], changeTimeout);
  } catch (error) {
    if (isFailure(error, 'kafka.unknown-topic')) return false;
    throw error;
  }
  await waitUntil(async () => {
    const found = await describeTopic(brokers, name).catch(() => undefined);
    return found === undefined || (id !== undefined && found.id !== id);
  });
  return true;
};
