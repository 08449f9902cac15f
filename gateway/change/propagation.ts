import * as z from 'zod';
import type { KongReader } from '../admin-api/client.ts';
import type { FoundEntity } from '../admin-api/entity.ts';

/**
 * How long a gateway needs to apply changes, all in milliseconds.
 *
 * @property timer   how long each worker may go on with its old configuration; 0 if Kong is strictly consistent. It is
 *   no upper limit: after many writes at once Kong 3.9.1 needed 1.3 times as long.
 * @property asking  after how long a node that did not take a change itself has asked the database for it.
 * @property nodes   the nodes that responded.
 * @property isSpread whether there are several nodes.
 * @property workers the number of the proxy's workers, as far as is known.
 * @property time    the gateway's clock at the time of the question. `updated_at` uses the same clock.
 */
export type Propagation = Readonly<{
  timer: number;
  asking: number;
  nodes: ReadonlySet<string>;
  isSpread: boolean;
  workers: number;
  time: number;
}>;

const seconds = z.number().nonnegative().catch(5);

/** Fields that a gateway does not tell get Kong's defaults. */
const information = z.object({
  node_id: z.string().catch(''),
  pids: z
    .object({ workers: z.array(z.unknown()).min(1) })
    .optional()
    .catch(undefined),
  configuration: z
    .object({
      worker_consistency: z.string().catch('eventual'),
      worker_state_update_frequency: seconds,
      db_update_frequency: seconds,
      db_update_propagation: z.number().nonnegative().catch(0),
      nginx_worker_processes: z.coerce.number().int().positive().catch(4),
    })
    .catch({
      worker_consistency: 'eventual',
      worker_state_update_frequency: 5,
      db_update_frequency: 5,
      db_update_propagation: 0,
      nginx_worker_processes: 4,
    }),
});

/** One address may lead to several nodes, so each of these connections may reach another one. */
const connections = 4;

/** Milliseconds that a node's question to the database, and what follows from it, may take itself. */
const asksFor = 500;

/**
 * Asks a gateway how long it may need to apply changes.
 *
 * @param known the number of nodes that is known already. The Admin API may be that of one node only.
 * @throws GatewayError
 */
export const readPropagation = async (client: Pick<KongReader, 'information'>, known = 1): Promise<Propagation> => {
  const responses = await Promise.all(Array.from({ length: connections }, () => client.information()));
  const all = responses.map(({ body }) => information.parse(body));
  const nodes = [...new Map(all.map((node) => [node.node_id, node])).values()];
  const settings = all.map(({ configuration }) => configuration);
  const longest = (of: (each: (typeof settings)[number]) => number) => Math.max(...settings.map(of)) * 1000;
  const workers = nodes.map(({ pids, configuration }) => pids?.workers.length ?? configuration.nginx_worker_processes);
  return {
    timer: settings.every(({ worker_consistency }) => worker_consistency === 'strict')
      ? 0
      : longest(({ worker_state_update_frequency }) => worker_state_update_frequency),
    asking:
      longest(({ db_update_frequency, db_update_propagation }) => db_update_frequency + db_update_propagation) +
      asksFor,
    nodes: new Set(nodes.map(({ node_id }) => node_id).filter((id) => id !== '')),
    isSpread: Math.max(nodes.length, known) > 1,
    workers: Math.max(
      workers.reduce((sum, count) => sum + count, 0),
      Math.max(...workers) * known,
    ),
    time: Math.max(...responses.map(({ time }) => time ?? Date.now())),
  };
};

/** Returns the milliseconds after which nodes that did not take a change themselves know of it; 0 with one node. */
export const spreadOf = ({ isSpread, asking }: Propagation): number => (isSpread ? asking : 0);

/** Returns the least time after which a change of services, routes and plugins is in force everywhere. */
export const floorOf = (propagation: Propagation): number => propagation.timer + spreadOf(propagation);

/** Returns what is known after these nodes and workers were seen, too. */
export const afterSeeing = (
  propagation: Propagation,
  seen: Readonly<{ nodes: ReadonlySet<string>; workers: number }>,
): Propagation => {
  const nodes = propagation.nodes.union(seen.nodes);
  return {
    ...propagation,
    nodes,
    isSpread: propagation.isSpread || nodes.size > 1,
    workers: Math.max(propagation.workers, seen.workers),
  };
};

/**
 * Returns the least number of milliseconds since an entity was written: Kong tells its times in whole seconds.
 *
 * @param time from `Propagation`.
 */
export const writtenFor = ({ body }: Pick<FoundEntity, 'body'>, time: number): number =>
  typeof body.updated_at === 'number' ? Math.max(0, time - (body.updated_at + 1) * 1000) : 0;
