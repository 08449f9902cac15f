import {
  type ConsumerGroupStateValue,
  describeGroupsV5,
  FindCoordinatorKeyTypes,
  findCoordinatorV4,
  listGroupsV4,
} from '@platformatic/kafka';
import type { Brokers } from '../connect/connect.ts';
import { KafkaError } from '../failure.ts';

/** Returns the number of the broker that keeps a group. @throws KafkaError `kafka.busy`, `kafka.not-allowed`. */
export const coordinatorOf = async (brokers: Brokers, group: string): Promise<number> => {
  const { coordinators } = await brokers.ask(findCoordinatorV4.api, FindCoordinatorKeyTypes.GROUP, [group]);
  const [found] = coordinators;
  if (!found) throw new KafkaError('kafka.busy', { error: 'COORDINATOR_NOT_AVAILABLE' });
  return found.nodeId;
};

/**
 * Returns how a group stands, as the broker that keeps it says.
 *
 * @returns `state` as Kafka names it: `Stable`, `Empty`, `Dead` (there is none). `clients`: what each member calls itself
 *   (`client.id`).
 */
export const describeGroup = async (
  brokers: Brokers,
  node: number,
  group: string,
): Promise<Readonly<{ state: string; clients: readonly string[] }>> => {
  const { groups } = await brokers.askNode(node, describeGroupsV5.api, [group], false);
  const { groupState = 'Dead', members = [] } = groups[0] ?? {};
  return { state: groupState, clients: members.map(({ clientId }) => clientId) };
};

/** The states of groups that have members. */
const living = ['PreparingRebalance', 'CompletingRebalance', 'Stable'] satisfies ConsumerGroupStateValue[];

/** Groups that are asked at one broker. More are rare. */
const groupLimit = 200;

const clientsBelow = async (brokers: Brokers, prefix: string): Promise<string[]> => {
  const cluster = await brokers.metadata([]);
  const found: string[] = [];
  for (const { nodeId } of cluster.brokers) {
    const listed = await brokers.askNode(nodeId, listGroupsV4.api, living, []);
    const names = listed.groups.map(({ groupId }) => groupId).filter((name) => name.startsWith(prefix));
    // A group is listed at the broker that keeps it.
    for (const name of names.slice(0, groupLimit)) found.push(...(await describeGroup(brokers, nodeId, name)).clients);
  }
  return found;
};

/**
 * Returns what the members of a group call themselves, or of all groups that begin so, each once.
 *
 * @throws KafkaError `kafka.busy`, `kafka.not-allowed`.
 */
export const clientsOf = async (
  brokers: Brokers,
  { pattern, name }: Readonly<{ pattern: 'literal' | 'prefixed'; name: string }>,
): Promise<ReadonlySet<string>> =>
  new Set(
    pattern === 'literal'
      ? (await describeGroup(brokers, await coordinatorOf(brokers, name), name)).clients
      : await clientsBelow(brokers, name),
  );
