import type { Gateway } from '#domain/resource/resource.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { type Propagation, readPropagation } from '#gateway/change/propagation.ts';
import type { Database } from '#platform/database.ts';
import type { Run } from '../engine/run.ts';

/** Returns how many nodes a gateway has: as it was registered, or as the newest look at its proxy has shown. */
export const knownNodes = async (database: Database, { resourceId, nodes = 1 }: Gateway): Promise<number> => {
  const { rows } = await database.query<{ nodes: number }>('select nodes from gateway_nodes where gateway_id = $1', [
    resourceId,
  ]);
  return Math.max(nodes, rows[0]?.nodes ?? 1);
};

/** Remembers how many nodes a look at a gateway's proxy has shown. */
export const rememberNodes = async (database: Database, { resourceId }: Gateway, nodes: number): Promise<void> => {
  await database.query(
    `insert into gateway_nodes values ($1, $2)
     on conflict (gateway_id) do update set nodes = excluded.nodes where gateway_nodes.nodes <> excluded.nodes`,
    [resourceId, nodes],
  );
};

/** Returns how long a gateway needs to apply changes, with all nodes that are known. @throws GatewayError */
export const propagationOf = async (
  { services }: Pick<Run, 'services'>,
  { client, gateway }: GatewaySession,
): Promise<Propagation> => readPropagation(client, await knownNodes(services.pool, gateway));
