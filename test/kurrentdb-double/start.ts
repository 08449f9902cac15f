import type { Member } from './messages.ts';
import { type Cluster, type Node, startNode } from './node.ts';
import { createServerLog } from './server-log.ts';

/**
 * @property nodes      Default 1.
 * @property commitTime milliseconds that an append takes. Default 1.
 * @property unanswered milliseconds after which an append without an answer ends; a real server takes 2 to 3 s. Default 2,500.
 * @property password   Default: nobody needs one.
 * @property tls        Default: none.
 */
export type DoubleOptions = Readonly<{
  nodes?: number;
  commitTime?: number;
  unanswered?: number;
  password?: string;
  tls?: Readonly<{ key: string; cert: string }>;
}>;

/**
 * Starts a server for tests that speaks the protocol of EventStoreDB 23.10 and behaves as one was seen to behave. It keeps its log in
 * memory. Nothing but tests uses it.
 */
export const startKurrentDouble = async (options: DoubleOptions = {}) => {
  const { nodes: count = 1, commitTime = 1, unanswered = 2_500, password, tls } = options;
  const log = createServerLog();
  const nodes: Node[] = [];
  let leader = 0;
  const dead = new Set<number>();
  const members = (): readonly Member[] =>
    nodes.map(({ host, port }, index) => ({ host, port, isLeader: index === leader, isAlive: !dead.has(index) }));
  const cluster: Cluster = { log, members, commitTime, unanswered, password, tls };
  for (let index = 0; index < count; index += 1) nodes.push(await startNode(cluster, 'localhost'));
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
