import { describeGroupsV5, FindCoordinatorKeyTypes, findCoordinatorV4 } from '@platformatic/kafka';
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

/** Returns what the members of groups call themselves, each once. @throws KafkaError as `coordinatorOf`. */
export const clientsIn = async (brokers: Brokers, groups: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const group of groups) {
    const { clients } = await describeGroup(brokers, await coordinatorOf(brokers, group), group);
    for (const client of clients) found.add(client);
  }
  return found;
};
