import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ForeignService } from '#gateway/take-over/foreign-service.ts';
import { gatherFrom, groupsOf, type SeenObject, stateOfService } from '#gateway/take-over/gather-service.ts';
import type { ReadTables } from '#projections/read-tables.ts';

type Services = Readonly<{ gatewayId: number; serviceIds: readonly string[] }>;

const columns = sql`object.kind, object.id, object.name, object.body, object.hash, object.is_own as "isOwn", object.service_id as "serviceId",
  object.route_id as "routeId", object.consumer_id as "consumerId"`;

/** Reads services with their routes, all plugins that matter to them, and what else takes keys. */
const readObjects = async (db: Kysely<ReadTables>, { gatewayId, serviceIds }: Services): Promise<SeenObject[]> => {
  const wanted = sql`any(${serviceIds}::text[])`;
  const { rows } = await sql<SeenObject>`
    with object as materialized (select * from gateway_objects where gateway_id = ${gatewayId} and not is_gone
        and kind in ('service', 'route', 'plugin', 'upstream')),
      takes_keys as (select service_id, route_id from object where kind = 'plugin' and name in ('key-auth', 'acl')),
      own_route as (select id, body from object where kind = 'route' and service_id = ${wanted})
    select ${columns} from object
    where (kind = 'service' and (id = ${wanted} or id in (select service_id from takes_keys)))
      or (kind = 'route' and (service_id = ${wanted} or id in (select route_id from takes_keys)
        or body -> 'paths' ?| array(select distinct path from own_route, jsonb_array_elements_text(own_route.body -> 'paths') path
          where jsonb_typeof(own_route.body -> 'paths') = 'array')))
      or (kind = 'plugin' and consumer_id is null and (service_id = ${wanted} or name in ('key-auth', 'acl')
        or (service_id is null and route_id is null) or route_id in (select id from own_route)))
      or (kind = 'upstream' and name in (select service.body ->> 'host' from object service where service.kind = 'service' and service.id = ${wanted}))`.execute(
    db,
  );
  return rows;
};

/** Reads who has a key and is in one of the groups, with all their groups, keys and plugins. */
const readCallers = async (
  db: Kysely<ReadTables>,
  gatewayId: number,
  groups: readonly string[],
): Promise<SeenObject[]> => {
  if (groups.length === 0) return [];
  const { rows } = await sql<SeenObject>`
    with caller as materialized (select distinct consumer_id as id from gateway_objects where gateway_id = ${gatewayId} and kind = 'acl'
        and name = any(${groups}::text[]) and not is_gone)
    select ${columns} from gateway_objects object join caller on caller.id = object.id
      where object.gateway_id = ${gatewayId} and object.kind = 'consumer' and not object.is_gone
    union all
    select ${columns} from gateway_objects object join caller on caller.id = object.consumer_id
      where object.gateway_id = ${gatewayId} and object.kind in ('acl', 'key-auth', 'plugin') and not object.is_gone`.execute(
    db,
  );
  return rows;
};

export type SeenService = Readonly<{ foreign: ForeignService; state: string }>;

/**
 * Returns services that are not of this portal as the mirror has them, by their ids, and what tells the state of each. The gateway
 * is not called, and the number of statements does not depend on how many they are.
 */
export const readForeignServices = async (
  db: Kysely<ReadTables>,
  { gatewayId, serviceIds }: Services,
): Promise<ReadonlyMap<string, SeenService>> => {
  if (serviceIds.length === 0) return new Map();
  const around = await readObjects(db, { gatewayId, serviceIds });
  const withoutCallers = gatherFrom(around);
  const groups = serviceIds.flatMap((id) => groupsOf(withoutCallers(id)?.plugins ?? []));
  const objects = [...around, ...(await readCallers(db, gatewayId, [...new Set(groups)]))];
  const gather = gatherFrom(objects);
  const found = new Map<string, SeenService>();
  for (const id of serviceIds) {
    const foreign = gather(id);
    if (foreign) found.set(id, { foreign, state: stateOfService(objects, foreign) });
    // Each may have thousands of callers: others' work goes on in between.
    await yieldToOthers();
  }
  return found;
};

/** Returns one of them; undefined when the gateway does not have it. */
export const readForeignService = async (
  db: Kysely<ReadTables>,
  { gatewayId, serviceId }: Readonly<{ gatewayId: number; serviceId: string }>,
): Promise<SeenService | undefined> =>
  (await readForeignServices(db, { gatewayId, serviceIds: [serviceId] })).get(serviceId);
