import { FetchIsolationLevels, ListOffsetTimestamps, listOffsetsV7 } from '@platformatic/kafka';
import type { Brokers, Metadata } from '../connect/connect.ts';
import { KafkaError } from '../failure.ts';

/** Partitions by the broker that leads them. */
const byLeader = (topic: Metadata['topics'][number] | undefined): Map<number, number[]> => {
  const leaders = new Map<number, number[]>();
  for (const { partitionIndex, leaderId } of topic?.partitions ?? []) {
    if (leaderId < 0) continue;
    leaders.set(leaderId, [...(leaders.get(leaderId) ?? []), partitionIndex]);
  }
  return leaders;
};

/** Returns the leaders of a topic's partitions. @throws KafkaError `kafka.unknown-topic`. */
export const leadersOf = async (brokers: Brokers, topic: string): Promise<Map<number, number[]>> => {
  const leaders = byLeader((await brokers.metadata([topic])).topics[0]);
  if (leaders.size === 0) throw new KafkaError('kafka.busy', { error: 'LEADER_NOT_AVAILABLE' });
  return leaders;
};

/** Returns the first or the next offset of partitions that one broker leads. */
export const offsetsAt = async (
  brokers: Brokers,
  node: number,
  topic: string,
  partitions: readonly number[],
  which: 'EARLIEST' | 'LATEST',
): Promise<Map<number, bigint>> => {
  const asked = partitions.map((partitionIndex) => ({
    partitionIndex,
    currentLeaderEpoch: -1,
    timestamp: ListOffsetTimestamps[which],
  }));
  const { topics } = await brokers.askNode(node, listOffsetsV7.api, -1, FetchIsolationLevels.READ_COMMITTED, [
    { name: topic, partitions: asked },
  ]);
  return new Map(topics[0]?.partitions.map(({ partitionIndex, offset }) => [partitionIndex, offset]));
};
