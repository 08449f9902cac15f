import { type Kysely, sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { GatewayChoice } from '#domain/gateway-object/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';

/** Returns all gateways, by name. Whoever administers gateways administers all. */
export const readGateways = async (db: Kysely<ReadTables>): Promise<readonly GatewayChoice[]> => {
  const { rows } = await sql<{ id: number; name: string; as_of: Date | null; away: Date | null; read_only: boolean }>`
    select resources.id, resources.name, mirror.seen_at as as_of, away.since as away,
      coalesce(not mirror.has_database, false) as read_only
    from resources left join gateway_mirrors mirror on mirror.gateway_id = resources.id
    left join gateway_outages away on away.resource = 'gateway-' || resources.id
    where resources.type = 'KONG' order by fold_text(resources.name) collate "und-x-icu", resources.id`.execute(db);
  return rows.map(({ id, name, as_of: asOf, away, read_only: isReadOnly }) => ({
    id,
    name,
    asOf: asOf?.toISOString() ?? null,
    awaySince: away?.toISOString() ?? null,
    isReadOnly,
  }));
};

/**
 * Returns the gateway with an id, or the first without one; undefined when there is none at all.
 *
 * @throws RefusedError for an id that no gateway has.
 */
export const chooseGateway = async (
  db: Kysely<ReadTables>,
  gatewayId: number | undefined,
): Promise<GatewayChoice | undefined> => {
  const all = await readGateways(db);
  const found = gatewayId === undefined ? all[0] : all.find(({ id }) => id === gatewayId);
  if (gatewayId !== undefined && !found) throw new RefusedError(notFound());
  return found;
};
