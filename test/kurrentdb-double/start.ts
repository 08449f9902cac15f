import type { Member } from './messages.ts';
import { type Cluster, type DoubleOptions, type Node, startNode } from './node.ts';
import { createServerLog } from './server-log.ts';

/**
 * Starts a server for tests that speaks the protocol of EventStoreDB 23.10 and behaves as one was seen to behave. It keeps its log in
 * memory. Nothing but tests uses it.
 */
export const startKurrentDouble = async (options: DoubleOptions = {}) => {
  const { password, tls } = options;
  const log = createServerLog();
  const nodes: Node[] = [];
  let leader = 0;
  const dead = new Set<number>();
  const members = (): readonly Member[] =>
    nodes.map(({ host, port }, index) => ({ host, port, isLeader: index === leader, isAlive: !dead.has(index) }));
  const cluster: Cluster = { log, members, options };
  for (let index = 0; index < (options.nodes ?? 1); index += 1) nodes.push(await startNode(cluster, 'localhost'));
  const user = password === undefined ? '' : `admin:${password}@`;
  const hosts = nodes.map(({ host, port }) => `${host}:${port}`).join(',');
  return {
    log,
    nodes,
    url: `esdb://${user}${hosts}?tls=${tls !== undefined}`,
    /** Makes the next node that lives the leader. */
    changeLeader: () => {
      const before = nodes[leader];
      do leader = (leader + 1) % nodes.length;
      while (dead.has(leader));
      before?.resign();
    },
    /** Kills a node; the next one leads if it was the leader. */
    kill: (index: number) => {
      dead.add(index);
      nodes[index]?.kill();
      if (index === leader && dead.size < nodes.length) while (dead.has(leader)) leader = (leader + 1) % nodes.length;
    },
    close: () => {
      for (const node of nodes) node.thaw();
      for (const node of nodes) node.kill();
    },
  };
};

export type KurrentDouble = Awaited<ReturnType<typeof startKurrentDouble>>;
