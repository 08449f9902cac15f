import { type Kysely, sql } from 'kysely';
import { listGateways, readObject } from '#domain/gateway-object/calls.ts';
import { type ListedKind, listedKinds, type ObjectKind } from '#domain/gateway-object/kind.ts';
import type { ObjectDetails, RelatedObject } from '#domain/gateway-object/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { readGateways } from './find-gateway.ts';
import { findObject } from './find-object.ts';
import { type FoundObject, rowOf } from './object-rows.ts';

/** @property most how many are named of each that hangs together with it. */
type Where = Readonly<{ kind: ListedKind; id: string; gatewayId: number; most: number }>;

/** The column by which what hangs on an object of a kind refers to it. */
const references = {
  service: 'service_id',
  route: 'route_id',
  consumer: 'consumer_id',
  upstream: 'upstream_id',
  certificate: 'certificate_id',
} as const;

type Relative = Readonly<{
  kind: ObjectKind;
  id: string;
  name: string;
  about: string;
  enabled: boolean;
  below: boolean;
  total: number;
}>;

/**
 * Returns what hangs on an object, what it hangs on, and what hangs on the same: the plugins of a route's service work on the
 * route's calls too.
 */
const readRelated = async (
  db: Kysely<ReadTables>,
  { kind, gatewayId, most }: Where,
  found: FoundObject,
): Promise<Pick<ObjectDetails, 'related' | 'relatedTotal'>> => {
  const below = kind === 'plugin' ? sql`false` : sql`other.${sql.ref(references[kind])} = ${found.id}`;
  const above = (['service', 'route', 'consumer'] as const)
    .filter((each) => found[`${each}_id`] !== null)
    .map((each) => sql`or (other.kind = ${sql.lit(each)} and other.id = ${found[`${each}_id`]})`);
  const { rows } = await sql<Relative>`
    select other.kind, other.id, other.name, other.about, other.enabled, count(*) over () as total,
      -- An object that refers to nothing is below nothing.
      coalesce(${below}, false) as below
    from gateway_objects other
    where other.gateway_id = ${gatewayId} and not other.is_gone and (${below} ${sql.join(above, sql` `)})
    order by below, array_position(array['service', 'route', 'plugin', 'consumer'], other.kind), other.kind, other.sort_name, other.id
    limit ${most}`.execute(db);
  const related: RelatedObject[] = rows.map(({ below: isBelow, total: _total, ...each }) => ({ ...each, isBelow }));
  return { related, relatedTotal: Number(rows[0]?.total ?? 0) };
};

/** Returns the services that a consumer may call: an `acl` in force there allows one of its groups. */
const readAccess = async (
  db: Kysely<ReadTables>,
  { gatewayId, id, most }: Where,
): Promise<Pick<ObjectDetails, 'access' | 'accessTotal'>> => {
  const { rows } = await sql<{ id: string; service: string; total: number }>`
    select service.id, service.name as service, count(*) over () as total from gateway_objects service
    where service.gateway_id = ${gatewayId} and service.kind = 'service' and not service.is_gone and service.id in (
      select coalesce(acl.service_id, (
        select route.service_id from gateway_objects route
        where route.gateway_id = acl.gateway_id and route.kind = 'route' and route.id = acl.route_id and not route.is_gone))
      from gateway_objects member
      join gateway_objects acl on acl.gateway_id = member.gateway_id and acl.kind = 'plugin' and acl.sort_name = 'acl' and acl.enabled
        and not acl.is_gone and acl.body -> 'config' -> 'allow' ? member.name
      where member.gateway_id = ${gatewayId} and member.kind = 'acl' and member.consumer_id = ${id} and not member.is_gone)
    order by service.sort_name, service.id limit ${most}`.execute(db);
  return { access: rows.map(({ total: _total, ...each }) => each), accessTotal: Number(rows[0]?.total ?? 0) };
};

/**
 * Returns the consumers that may call a service or a route: an `acl` in force there allows one of their groups. That of a route takes the place
 * of its service's.
 */
const readCallers = async (
  db: Kysely<ReadTables>,
  { kind, gatewayId, id, most }: Where,
  { service_id: serviceId }: FoundObject,
): Promise<NonNullable<ObjectDetails['callers']>> => {
  const place =
    kind === 'service'
      ? sql`acl.service_id = ${id} or acl.route_id in (
          select route.id from gateway_objects route
          where route.gateway_id = ${gatewayId} and route.service_id = ${id} and route.kind = 'route' and not route.is_gone)`
      : sql`acl.route_id = ${id} or acl.service_id = ${serviceId}`;
  const { rows } = await sql<{ id: string; name: string; about: string; total: number }>`
    with acl as (
      select acl.body -> 'config' -> 'allow' as allow from gateway_objects acl
      where acl.gateway_id = ${gatewayId} and acl.kind = 'plugin' and acl.sort_name = 'acl' and acl.enabled and not acl.is_gone and (${place})
      order by acl.route_id nulls last ${kind === 'route' ? sql`limit 1` : sql``}
    )
    select consumer.id, consumer.name, consumer.about, count(*) over () as total from gateway_objects consumer
    where consumer.gateway_id = ${gatewayId} and consumer.kind = 'consumer' and not consumer.is_gone and consumer.id in (
      select member.consumer_id from gateway_objects member join acl on acl.allow ? member.name
      where member.gateway_id = ${gatewayId} and member.kind = 'acl' and not member.is_gone)
    order by consumer.sort_name, consumer.id limit ${most}`.execute(db);
  return { total: Number(rows[0]?.total ?? 0), first: rows.map(({ total: _total, ...caller }) => caller) };
};

/** Returns the difference of an object that is not as it was applied. */
const readDrift = async (
  db: Kysely<ReadTables>,
  { gatewayId, id }: Pick<Where, 'gatewayId' | 'id'>,
): Promise<string | null> => {
  const found = await db
    .selectFrom('differences')
    .select('id')
    .where('resource_id', '=', gatewayId)
    .where('object_id', '=', id)
    .where('state', '<>', 'answered')
    .orderBy('found_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
};

const readOne = (kind: ListedKind) =>
  route(readObject[kind], {
    action: 'gateway-object.read',
    summary: `An object of the kind ${kind} with all that hangs together with it`,
    handle: async ({ services: { db }, actor, parameters: { id }, query }): Promise<ObjectDetails> => {
      authorize(actor, 'gateway-object.read');
      const place = await findObject(db, { kind, id, gatewayId: query.gatewayId });
      const { found, gatewayId, gatewayName, asOf, isReadOnly } = place;
      const where = { kind, id, gatewayId, most: query.most };
      const related = await readRelated(db, where, found);
      return {
        ...rowOf(found),
        gatewayName,
        isReadOnly,
        asOf: asOf?.toISOString() ?? null,
        seen: found.hash,
        body: found.body,
        ...related,
        accessTotal: 0,
        ...(kind === 'consumer' ? await readAccess(db, where) : {}),
        ...(kind === 'service' || kind === 'route' ? { callers: await readCallers(db, where, found) } : {}),
        drift: await readDrift(db, where),
      };
    },
  });

export const objectDetailRoutes = [
  route(listGateways, {
    action: 'gateway-object.read',
    summary: 'The gateways whose objects the user may see',
    handle: async ({ services: { db }, actor }) => {
      authorizeOpenly(actor, 'gateway-object.read');
      return await readGateways(db);
    },
  }),
  ...listedKinds.map(readOne),
];
