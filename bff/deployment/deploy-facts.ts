import { sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { hasRole } from '#domain/core/actor.ts';
import type { Environment } from '#domain/core/environment.ts';
import { idSequenceOf } from '#domain/core/id.ts';
import { takenBy } from '#domain/deployment/gateway-name.ts';
import type { DeployBody } from '#domain/deployment/schema.ts';
import { nameThere, pathThere } from '#projections/taken-names.ts';
import type { Services } from '../http/services.ts';
import { usableGateways, usableRedises } from '../resource/queries.ts';
import { type Given, statement } from '../sql/statement.ts';
import { takesNames } from '../sql/takes-names.ts';
import { followsAt } from './moves.ts';

type Asked = {
  apiId: number;
  deploymentId: number | undefined;
  gatewayId: number;
  redisId: number | undefined;
  /** Undefined for who may use every gateway. */
  organizationId: number | undefined;
  servicesIn: Environment[];
  services: string[];
  routesIn: Environment[];
  routes: string[];
};

const readFacts = statement((db, asked: Given<Asked>, { takesId }: Readonly<{ takesId: boolean }>) => {
  const others = db
    .selectFrom('deployments')
    .select('id')
    .where('gateway_id', '=', asked.gatewayId)
    .where(takesNames)
    .$if(asked.deploymentId !== undefined, (list) =>
      list.where('id', '<>', asked.deploymentId as NonNullable<typeof asked.deploymentId>),
    );
  return db
    .selectFrom('apis')
    .where('apis.id', '=', asked.apiId)
    .select(['application_id', 'organization_id', 'apis.state', 'spec_format'])
    .select(({ exists, selectFrom }) => [
      exists(usableGateways(db, asked.organizationId).where('id', '=', asked.gatewayId)).as('has_gateway'),
      selectFrom('gateway_mirrors')
        .select('has_database')
        .where('gateway_id', '=', asked.gatewayId)
        .as('gateway_has_database'),
      selectFrom('gateway_mirrors').select('version').where('gateway_id', '=', asked.gatewayId).as('gateway_version'),
      selectFrom('gateway_mirrors').select('plugins').where('gateway_id', '=', asked.gatewayId).as('gateway_plugins'),
      db
        .selectFrom(
          usableRedises(db, asked.organizationId)
            .where('id', '=', asked.redisId ?? sql<number>`null`)
            .as('redis'),
        )
        .select('redis.name')
        .as('redis_name'),
      sql<string[]>`array(${selectFrom('resources').select('admin_url').where('type', '=', 'KONG')})`.as('admin_urls'),
      exists(
        selectFrom('deployments')
          .select('id')
          .where('id', '=', asked.deploymentId ?? sql<number>`null`)
          .whereRef('deployments.api_id', '=', 'apis.id'),
      ).as('has_deployment'),
      followsAt(sql<number | null>`${asked.deploymentId ?? sql`null`}`).as('follows_at'),
      exists(
        others.where(
          sql<boolean>`${sql.raw(nameThere)} in
            (select * from unnest(${asked.servicesIn}::text[], ${asked.services}::text[]))`,
        ),
      ).as('name_taken'),
      exists(
        others.where(
          sql<boolean>`${sql.raw(pathThere)} in
            (select * from unnest(${asked.routesIn}::text[], ${asked.routes}::text[]))`,
        ),
      ).as('path_taken'),
      // A round trip less than asking for it alone. Nobody misses an id that is not used in the end.
      sql<number | null>`${takesId ? sql`nextval(${sql.lit(idSequenceOf('deployment'))})` : sql`null`}::int`.as(
        'new_id',
      ),
    ]);
});

/**
 * Reads all that a deploy form is checked against, in one round trip. Names of services and routes are unique on a gateway,
 * as it spells them: with hyphens for spaces, and with the environment.
 *
 * @param takesId whether a new deployment's id is taken, too.
 * @returns undefined when there is no such API.
 */
export const findDeployFacts = async (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  body: DeployBody,
  takesId: boolean,
) => {
  const { services, routes } = takenBy({ ...body, environment: body.env });
  const asked: Asked = {
    apiId: body.id,
    deploymentId: body.deploymentId,
    gatewayId: body.kongServer,
    redisId: (body.rateLimit.enabled && body.rateLimit.redis) || undefined,
    organizationId: hasRole(actor, 'ROLE_PORTAL_ADMIN') ? undefined : actor.organizationId,
    servicesIn: services.in,
    services: services.names,
    routesIn: routes.in,
    routes: routes.names,
  };
  return (await readFacts(db, asked, { takesId }))[0];
};
