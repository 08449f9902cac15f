import type { TopicSettings } from '#domain/event-topic/config.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import type { TopicConfig } from './admin/configs.ts';
import type { Topic } from './admin/topics.ts';
import type { KafkaClient } from './kafka.ts';

/**
 * A setting that has another value at the broker than wanted.
 *
 * @property to null: the broker's own value.
 */
export type ConfigChange = Readonly<{ key: string; to: string | null }>;

/** Returns what is to be set. Settings that Portico never named stay as they are, whoever made them so. */
export const configChanges = async (kafka: KafkaClient, { details, named }: KnownTopic): Promise<ConfigChange[]> => {
  const { name, config } = details;
  const found = new Map((await kafka.describeConfigs(name)).map((each) => [each.key, each]));
  const set = Object.entries(config).filter(([key, to]) => {
    const now = found.get(key);
    return !now?.isOwn || now.value !== to;
  });
  const unset = named.filter((key) => !(key in config) && found.get(key)?.isOwn);
  return [...set.map(([key, to]) => ({ key, to })), ...unset.map((key) => ({ key, to: null }))];
};

const hasOnly = (found: readonly TopicConfig[], wanted: TopicSettings): boolean => {
  const own = found.filter(({ isOwn }) => isOwn);
  return own.length === Object.keys(wanted).length && own.every(({ key, value }) => wanted[key] === value);
};

/**
 * Returns whether a topic at the broker is Portico's. Kafka keeps no mark on a topic, so its id tells, as it was read back. When a
 * worker died before it could write the id down, the topic must be as the broker was told to make it, and empty.
 */
export const isOwn = async (kafka: KafkaClient, { made, begun }: KnownTopic, found: Topic): Promise<boolean> => {
  if (made) return made.brokerId === found.id;
  if (!begun) return false;
  const { name, partitions, replication, config } = begun.details;
  return (
    (partitions ?? found.partitions) === found.partitions &&
    (replication ?? found.replication) === found.replication &&
    hasOnly(await kafka.describeConfigs(name), config) &&
    (await kafka.fetchLast(name, 1)).fetched.length === 0
  );
};
