import { listGroupsV4, offsetFetchV8 } from '@platformatic/kafka';
import type { Brokers } from '../connect/connect.ts';

/** Groups that are asked at one broker. More are rare, and each costs the broker a look. */
const groupsLimit = 200;

const readersAt = async (brokers: Brokers, node: number, topic: string, prefix: string): Promise<string[]> => {
  const listed = await brokers.askNode(node, listGroupsV4.api, [], []);
  const asked = listed.groups
    .filter(({ groupId }) => groupId.startsWith(prefix))
    .slice(0, groupsLimit)
    .map(({ groupId }) => ({ groupId, memberId: null, memberEpoch: -1, topics: null }));
  if (asked.length === 0) return [];
  // A group is listed at the broker that keeps its offsets.
  const { groups } = await brokers.askNode(node, offsetFetchV8.api, asked, false);
  const hasRead = ({ topics }: (typeof groups)[number]) =>
    topics.some(({ name, partitions }) => name === topic && partitions.some((each) => each.committedOffset >= 0n));
  return groups.filter(hasRead).map(({ groupId }) => groupId);
};

/**
 * Returns the names of the groups that have read from a topic, of the first 200 at each broker.
 *
 * @param prefix how the names begin.
 */
export const readersOf = async (brokers: Brokers, topic: string, prefix = ''): Promise<string[]> => {
  const cluster = await brokers.metadata([]);
  const found: string[] = [];
  for (const { nodeId } of cluster.brokers) found.push(...(await readersAt(brokers, nodeId, topic, prefix)));
  return found.sort();
};
