import { describeGroupsV5, FindCoordinatorKeyTypes, findCoordinatorV4, offsetFetchV8 } from '@platformatic/kafka';
import type { Brokers } from '../connect/connect.ts';
import { isFailure, KafkaError } from '../failure.ts';
import { leadersOf, offsetsAt } from './end-offsets.ts';

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

const coordinatorOf = async (brokers: Brokers, group: string): Promise<number> => {
  const { coordinators } = await brokers.ask(findCoordinatorV4.api, FindCoordinatorKeyTypes.GROUP, [group]);
  const [found] = coordinators;
  if (!found) throw new KafkaError('kafka.busy', { error: 'COORDINATOR_NOT_AVAILABLE' });
  return found.nodeId;
};

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

/** Returns how far a group of readers is behind. @throws KafkaError `kafka.not-allowed`. */
export const lagOf = async (brokers: Brokers, group: string): Promise<GroupLag> => {
  const node = await coordinatorOf(brokers, group);
  const described = await brokers.askNode(node, describeGroupsV5.api, [group], false);
  const wanted = [{ groupId: group, memberId: null, memberEpoch: -1, topics: null }];
  const { groups } = await brokers.askNode(node, offsetFetchV8.api, wanted, false);
  const behind: { topic: string; partition: number; messages: number }[] = [];
  for (const { name: topic, partitions } of groups[0]?.topics ?? []) {
    const ends = await endsOf(brokers, topic);
    for (const { partitionIndex: partition, committedOffset } of partitions) {
      const end = ends.get(partition);
      if (end !== undefined && committedOffset >= 0n)
        behind.push({ topic, partition, messages: Number(end - committedOffset) });
    }
  }
  const { groupState = 'Dead', members = [] } = described.groups[0] ?? {};
  return { state: groupState, members: members.length, behind };
};
