import { type Kysely, sql } from 'kysely';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { ChangedKind } from '#domain/gateway-object/kind.ts';
import type { KongObject } from '#gateway/admin-api/entity.ts';
import { calledAt } from '#gateway/change/in-the-way.ts';
import { takesFrom } from '#gateway/change/route-match.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { invalidField } from '../input/invalid.ts';
import type { FoundObject } from './object-rows.ts';

/** Refuses to change what this portal made: it is changed at its deployment, or by another portal on the same gateway. */
export const refuseOwn = ({ is_own: isOwn, api_name: api }: FoundObject): void => {
  if (isOwn)
    throw new RefusedError(
      refuse('conflict', { code: 'gateway-object.of-deployment', parameters: { api: api ?? '' } }),
    );
};

/** Refuses a name that another object of the kind has at the gateway. */
export const refuseTakenName = async (
  db: Kysely<ReadTables>,
  { gatewayId, kind, name, id }: Readonly<{ gatewayId: number; kind: ChangedKind; name: string; id: string }>,
): Promise<void> => {
  const taken = await db
    .selectFrom('gateway_objects')
    .where('gateway_id', '=', gatewayId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('id', '<>', id)
    .where('is_gone', '=', false)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (taken) throw invalidField('name', 'gateway-object.name-taken');
};

/** Refuses to delete a service that routes lead to: the gateway would refuse it too, later. */
export const refuseWithRoutes = async (db: Kysely<ReadTables>, gatewayId: number, serviceId: string): Promise<void> => {
  const { count } = await db
    .selectFrom('gateway_objects')
    .where('gateway_id', '=', gatewayId)
    .where('service_id', '=', serviceId)
    .where('kind', '=', 'route')
    .where('is_gone', '=', false)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) > 0)
    throw new RefusedError(
      refuse('conflict', { code: 'gateway-object.has-routes', parameters: { routes: Number(count) } }),
    );
};

/** Refuses a route that takes calls of a deployment of this portal, by the rule that finds others' routes that do. */
export const refuseDeployedPath = async (
  db: Kysely<ReadTables>,
  gatewayId: number,
  route: KongObject,
): Promise<void> => {
  const { rows } = await sql<{ path: string; api: string; apiUrl: string; apiSslUrl: string }>`
    select '/' || context_path || case when environment = 'PROD' then '' else '-' || lower(environment) end as path, apis.name as api, resources.api_url as "apiUrl", resources.api_ssl_url as "apiSslUrl"
    from deployments join apis on apis.id = deployments.api_id join resources on resources.id = gateway_id where gateway_id = ${gatewayId}`.execute(
    db,
  );
  const taken = rows.find(({ path, ...urls }) => takesFrom(route, { path, methods: false, ...calledAt(urls) }));
  if (taken) {
    const { path, api } = taken;
    throw invalidField('contextPath', 'gateway-object.path-of-deployment', { path, api });
  }
};

/** Returns whether a gateway has an upstream of a name. Services lead to it by that name. */
export const hasUpstream = async (db: Kysely<ReadTables>, gatewayId: number, name: string): Promise<boolean> => {
  const found = await db
    .selectFrom('gateway_objects')
    .where('gateway_id', '=', gatewayId)
    .where('kind', '=', 'upstream')
    .where('name', '=', name)
    .where('is_gone', '=', false)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Refuses to delete an upstream that services lead to: their calls would find nobody. */
export const refuseWithServices = async (
  db: Kysely<ReadTables>,
  gatewayId: number,
  upstream: string,
): Promise<void> => {
  const { count } = await db
    .selectFrom('gateway_objects')
    .where('gateway_id', '=', gatewayId)
    .where('kind', '=', 'service')
    .where('about', '=', upstream)
    .where('is_gone', '=', false)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) > 0)
    throw new RefusedError(
      refuse('conflict', { code: 'gateway-object.has-services', parameters: { services: Number(count) } }),
    );
};
