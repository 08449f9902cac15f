import * as z from 'zod';
import type { KongReader } from './client.ts';
import type { FoundEntity } from './entity.ts';

/**
 * How a gateway takes what is written into force, all in milliseconds.
 *
 * @property floor   how long each worker may go on with what it had; 0 where Kong is strictly consistent. No bound: after
 *                   a burst of writes Kong 3.9.1 needed 1.3 times as long.
 * @property workers that answer at the proxy, on all nodes that were seen.
 * @property time    the gateway's clock when it was asked, which `updated_at` is told in.
 */
export type Propagation = Readonly<{ floor: number; workers: number; time: number }>;

const seconds = z.number().nonnegative().catch(5);

/** Kong's own defaults stand for what is not said. */
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

/** Behind one address there may be several nodes; each of so many connections may lead to another. */
const connections = 4;

/**
 * Asks a gateway how long it may take to obey. A second node adds the time after which it asks the database for changes.
 *
 * @throws GatewayError
 */
export const readPropagation = async (client: Pick<KongReader, 'information'>): Promise<Propagation> => {
  const responses = await Promise.all(Array.from({ length: connections }, () => client.information()));
  const nodes = responses.map(({ body }) => information.parse(body));
  const settings = nodes.map(({ configuration }) => configuration);
  const longest = (of: (each: (typeof settings)[number]) => number) => Math.max(...settings.map(of)) * 1000;
  const severalNodes = new Set(nodes.map(({ node_id }) => node_id)).size > 1;
  const ownTimer = settings.every(({ worker_consistency }) => worker_consistency === 'strict')
    ? 0
    : longest(({ worker_state_update_frequency }) => worker_state_update_frequency);
  const otherNodes = severalNodes
    ? longest(({ db_update_frequency, db_update_propagation }) => db_update_frequency + db_update_propagation)
    : 0;
  return {
    floor: ownTimer + otherNodes,
    workers: [...new Map(nodes.map((node) => [node.node_id, node])).values()]
      .map(({ pids, configuration }) => pids?.workers.length ?? configuration.nginx_worker_processes)
      .reduce((sum, count) => sum + count, 0),
    time: Math.max(...responses.map(({ time }) => time ?? Date.now())),
  };
};

/**
 * For how many milliseconds an entity is written already, at least: Kong tells both times in whole seconds.
 *
 * @param time as of `Propagation`.
 */
export const writtenFor = ({ body }: Pick<FoundEntity, 'body'>, time: number): number =>
  typeof body.updated_at === 'number' ? Math.max(0, time - (body.updated_at + 1) * 1000) : 0;
