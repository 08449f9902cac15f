import * as z from 'zod';
import type { KongReader } from '../admin-api/client.ts';
import type { FoundEntity } from '../admin-api/entity.ts';

/**
 * How long a gateway needs to apply changes, all in milliseconds.
 *
 * @property floor   how long each worker may go on with its old configuration; 0 if Kong is strictly consistent. It is
 *   no upper limit: after many writes at once Kong 3.9.1 needed 1.3 times as long.
 * @property workers the number of the proxy's workers, on all nodes that responded.
 * @property time    the gateway's clock at the time of the question. `updated_at` uses the same clock.
 */
export type Propagation = Readonly<{ floor: number; workers: number; time: number }>;

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

/**
 * Asks a gateway how long it may need to apply changes. With several nodes this includes the time after which a node
 * asks the database for changes.
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
 * Returns the least number of milliseconds since an entity was written: Kong tells its times in whole seconds.
 *
 * @param time from `Propagation`.
 */
export const writtenFor = ({ body }: Pick<FoundEntity, 'body'>, time: number): number =>
  typeof body.updated_at === 'number' ? Math.max(0, time - (body.updated_at + 1) * 1000) : 0;
