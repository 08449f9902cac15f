import { type Kysely, sql } from 'kysely';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type { ListedKind } from '#domain/gateway-object/kind.ts';
import type { ObjectRow, scopes } from '#domain/gateway-object/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { foundObject, type ObjectSearch } from '../sql/object-search.ts';
import type { Given } from '../sql/statement.ts';

/** An undefined value filters nothing. */
export type ObjectFilters = ObjectSearch &
  Readonly<{
    gatewayId: number;
    kind: ListedKind;
    tag: string | undefined;
    isOwn: boolean | undefined;
    isEnabled: boolean | undefined;
  }>;

/** The name of an object that another one refers to. */
const nameOf = (kind: ListedKind) =>
  sql<string | null>`(select other.name from gateway_objects other where other.gateway_id = object.gateway_id
    and other.kind = ${sql.lit(kind)} and other.id = ${sql.ref(`object.${kind}_id`)} and not other.is_gone)`;

/** The objects of a gateway of one kind, filtered, with what a row shows. */
export const objects = (
  db: Kysely<ReadTables>,
  { gatewayId, kind, tag, isOwn, isEnabled, ...search }: Given<ObjectFilters>,
) =>
  db
    .selectFrom('gateway_objects as object')
    .leftJoin('deployments', 'deployments.id', 'object.deployment_id')
    .leftJoin('apis', 'apis.id', 'deployments.api_id')
    // Joined, so that a list is sorted by it without a look for each row.
    .leftJoin('gateway_objects as service', (join) =>
      join
        .onRef('service.gateway_id', '=', 'object.gateway_id')
        .on('service.kind', '=', sql.lit('service'))
        .onRef('service.id', '=', 'object.service_id'),
    )
    .where(sql<boolean>`object.gateway_id = ${gatewayId} and object.kind = ${kind} and not object.is_gone`)
    .$if(search.words !== undefined, (list) => list.where(foundObject(search)))
    .$if(tag !== undefined, (list) => list.where(sql<boolean>`${tag} = any(object.tags)`))
    .$if(isOwn !== undefined, (list) => list.where(sql<boolean>`object.is_own = ${isOwn}`))
    .$if(isEnabled !== undefined, (list) => list.where(sql<boolean>`object.enabled = ${isEnabled}`))
    .select([
      'object.id',
      'object.kind',
      'object.gateway_id',
      'object.name',
      'object.tags',
      'object.enabled',
      'object.created_at',
      'object.updated_at',
      'object.expires_at',
      'object.is_own',
      'object.body',
      'object.hash',
      'object.amount',
      'object.sort_name',
      'object.sort_about',
      'object.sort_tags',
      'object.service_id',
      'object.route_id',
      'object.consumer_id',
      'object.deployment_id',
      'deployments.api_id',
      'deployments.context_path',
      'deployments.environment',
      'apis.name as api_name',
      sql<string | null>`case when not service.is_gone then service.name end`.as('service_name'),
      nameOf('route').as('route_name'),
      nameOf('consumer').as('consumer_name'),
      sql<string>`coalesce(service.sort_name, '')`.as('sort_service'),
      // Others' objects first, then Portico's own by the API that they belong to.
      sql<string>`case when object.is_own then coalesce(apis.sort_name, 'portico') else '' end`.as('sort_owner'),
      sql<number>`case when object.route_id is not null then 0 when object.service_id is not null then 1
        when object.consumer_id is not null then 2 else 3 end`.as('sort_scope'),
    ]);
export type FoundObject = Awaited<ReturnType<ReturnType<typeof objects>['execute']>>[number];

type Body = Readonly<Record<string, unknown>>;
const text = (value: unknown) => (typeof value === 'string' ? value : null);
const number = (value: unknown) => (typeof value === 'number' ? value : null);
const texts = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
const other = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const scopeOf = ({ route_id, service_id, consumer_id }: FoundObject): (typeof scopes)[number] => {
  if (route_id !== null) return 'Route';
  if (service_id !== null) return 'Service';
  return consumer_id === null ? 'Global' : 'Consumer';
};

/** The fields of each kind, from Kong's names to the specification's. */
const fieldsOf: Readonly<Record<ListedKind, (body: Body, row: FoundObject) => Partial<ObjectRow>>> = {
  service: (body) => ({
    retries: number(body.retries),
    protocol: text(body.protocol),
    host: text(body.host),
    port: number(body.port),
    path: text(body.path),
    connectTimeout: number(body.connect_timeout),
    writeTimeout: number(body.write_timeout),
    readTimeout: number(body.read_timeout),
  }),
  route: (body, row) => ({
    protocols: texts(body.protocols),
    hosts: texts(body.hosts),
    paths: texts(body.paths),
    methods: texts(body.methods),
    service: other(row.service_id, row.service_name),
  }),
  consumer: (body) => ({ username: text(body.username), customer_id: text(body.custom_id) }),
  plugin: (_body, row) => ({
    scope: scopeOf(row),
    service: other(row.service_id, row.service_name),
    route: other(row.route_id, row.route_name),
    consumer: other(row.consumer_id, row.consumer_name),
  }),
  upstream: (body) => ({ slots: number(body.slots) }),
  certificate: (body, row) => ({ snis: texts(body.snis), expiresAt: row.expires_at?.toISOString() ?? null }),
};

/** Returns an object as it goes over the wire. */
export const rowOf = (row: FoundObject): ObjectRow => ({
  id: row.id,
  kind: row.kind as ListedKind,
  gatewayId: row.gateway_id,
  name: row.name,
  tags: row.tags,
  enabled: row.enabled,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at?.toISOString() ?? null,
  isOwn: row.is_own,
  owner:
    row.deployment_id === null || row.context_path === null || row.environment === null
      ? null
      : {
          deploymentId: row.deployment_id,
          apiId: row.api_id,
          apiName: row.api_name ?? '',
          path: `/${nameInEnvironment(row.context_path, row.environment)}`,
        },
  ...fieldsOf[row.kind as ListedKind](row.body, row),
});
