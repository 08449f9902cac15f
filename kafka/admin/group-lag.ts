import { offsetFetchV8 } from '@platformatic/kafka';
import type { Brokers } from '../connect/connect.ts';
import { isFailure } from '../failure.ts';
import { leadersOf, offsetsAt } from './end-offsets.ts';
import { coordinatorOf, describeGroup } from './group.ts';

/**
 * How far a group of readers is behind.
 *
 * @property state   as Kafka names it: `Stable`, `Empty`, `Dead` (there is none).
 * @property behind  messages of each partition of each topic that it has read from.
 */
export type GroupLag = Readonly<{
  state: string;
  members: number;
  behind: readonly Readonly<{ topic: string; partition: number; messages: number }>[];
}>;

/**
 * How far a group of readers is behind in one topic.
 *
 * @property messages in the partitions that it has read from; null: it has read from none.
 * @property unread   messages in partitions that it has not read from yet.
 */
export type TopicLag = Readonly<{ state: string; members: number; messages: number | null; unread: number }>;

/** A topic that was made anew ends before the place that a group of the older one had reached. */
const messagesFrom = (from: bigint, end: bigint): number => Math.max(0, Number(end - from));

const endsOf = async (brokers: Brokers, topic: string): Promise<Map<number, bigint>> => {
  const leaders = await leadersOf(brokers, topic).catch((error: unknown) => {
    // It read from one that is gone.
    if (isFailure(error, 'kafka.unknown-topic')) return new Map<number, number[]>();
    throw error;
  });
  const ends = new Map<number, bigint>();
  for (const [node, partitions] of leaders)
    for (const [partition, end] of await offsetsAt(brokers, node, topic, partitions, 'LATEST'))
      ends.set(partition, end);
  return ends;
};

/** Returns how a group stands, and the offsets that it has committed. */
const committedBy = async (brokers: Brokers, group: string) => {
  const node = await coordinatorOf(brokers, group);
  const { state, clients } = await describeGroup(brokers, node, group);
  const wanted = [{ groupId: group, memberId: null, memberEpoch: -1, topics: null }];
  const { groups } = await brokers.askNode(node, offsetFetchV8.api, wanted, false);
  return { state, members: clients.length, topics: groups[0]?.topics ?? [] };
};

/** Returns how far a group of readers is behind. @throws KafkaError `kafka.not-allowed`. */
export const lagOf = async (brokers: Brokers, group: string): Promise<GroupLag> => {
  const { topics, ...standing } = await committedBy(brokers, group);
  const behind: { topic: string; partition: number; messages: number }[] = [];
  for (const { name: topic, partitions } of topics) {
    const ends = await endsOf(brokers, topic);
    for (const { partitionIndex: partition, committedOffset } of partitions) {
      const end = ends.get(partition);
      if (end !== undefined && committedOffset >= 0n)
        behind.push({ topic, partition, messages: messagesFrom(committedOffset, end) });
    }
  }
  return { ...standing, behind };
};

/**
 * Returns how far groups of readers are behind in one topic, in their order.
 *
 * @throws KafkaError `kafka.unknown-topic`, `kafka.not-allowed`.
 */
export const topicLagOf = async (brokers: Brokers, topic: string, groups: readonly string[]): Promise<TopicLag[]> => {
  const ends: { partition: number; start: bigint; end: bigint }[] = [];
  for (const [node, partitions] of await leadersOf(brokers, topic)) {
    const starts = await offsetsAt(brokers, node, topic, partitions, 'EARLIEST');
    for (const [partition, end] of await offsetsAt(brokers, node, topic, partitions, 'LATEST'))
      ends.push({ partition, start: starts.get(partition) ?? 0n, end });
  }
  const lags: TopicLag[] = [];
  for (const group of groups) {
    const { topics, ...standing } = await committedBy(brokers, group);
    const committed = new Map(
      topics
        .filter(({ name }) => name === topic)
        .flatMap(({ partitions }) => partitions.map((each) => [each.partitionIndex, each.committedOffset] as const)),
    );
    const lag = { read: 0, messages: 0, unread: 0 };
    for (const { partition, start, end } of ends) {
      const at = committed.get(partition) ?? -1n;
      // -1, and in some clients any negative number, is no place.
      if (at < 0n) lag.unread += messagesFrom(start, end);
      else {
        lag.read += 1;
        // What was deleted meanwhile is behind nobody.
        lag.messages += messagesFrom(at > start ? at : start, end);
      }
    }
    lags.push({ ...standing, messages: lag.read === 0 ? null : lag.messages, unread: lag.unread });
  }
  return lags;
};
