import { type Kysely, sql } from 'kysely';
import type { ForeignService } from '#gateway/take-over/foreign-service.ts';
import { gatherService, groupsOf, type SeenObject, stateOfService } from '#gateway/take-over/gather-service.ts';
import type { ReadTables } from '#projections/read-tables.ts';

type Place = Readonly<{ gatewayId: number; serviceId: string }>;

const columns = sql`object.kind, object.id, object.name, object.body, object.hash, object.is_own as "isOwn", object.service_id as "serviceId",
  object.route_id as "routeId", object.consumer_id as "consumerId"`;

/** Reads a service with its routes, all plugins that matter to it, and what else takes keys. */
const readObjects = async (db: Kysely<ReadTables>, { gatewayId, serviceId }: Place): Promise<SeenObject[]> => {
  const { rows } = await sql<SeenObject>`
    with object as materialized (select * from gateway_objects where gateway_id = ${gatewayId} and not is_gone
        and kind in ('service', 'route', 'plugin', 'upstream')),
      takes_keys as (select service_id, route_id from object where kind = 'plugin' and name in ('key-auth', 'acl'))
    select ${columns} from object
    where (kind = 'service' and (id = ${serviceId} or id in (select service_id from takes_keys)))
      or (kind = 'route' and (service_id = ${serviceId} or id in (select route_id from takes_keys)
        or body -> 'paths' ?| array(select path from object own, jsonb_array_elements_text(own.body -> 'paths') path
          where own.kind = 'route' and own.service_id = ${serviceId} and jsonb_typeof(own.body -> 'paths') = 'array')))
      or (kind = 'plugin' and consumer_id is null and (service_id = ${serviceId} or name in ('key-auth', 'acl')
        or (service_id is null and route_id is null)
        or route_id in (select route.id from object route where route.kind = 'route' and route.service_id = ${serviceId})))
      or (kind = 'upstream' and name = (select service.body ->> 'host' from object service where service.id = ${serviceId}))`.execute(
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

/**
 * Returns somebody else's service as the mirror has it, and what tells its state; undefined when the gateway does not have
 * it.
 */
export const readForeignService = async (
  db: Kysely<ReadTables>,
  place: Place,
): Promise<Readonly<{ foreign: ForeignService; state: string }> | undefined> => {
  const around = await readObjects(db, place);
  const alone = gatherService(around, place.serviceId);
  if (!alone) return undefined;
  const objects = [...around, ...(await readCallers(db, place.gatewayId, groupsOf(alone.plugins)))];
  const foreign = gatherService(objects, place.serviceId);
  return foreign && { foreign, state: stateOfService(objects, foreign) };
};
