import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { ApiRow } from '#domain/api/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { nameInEnvironment } from '#domain/core/environment.ts';
import { idParameter } from '#domain/core/id.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { transformsRequests } from '#domain/deployment/request-transformer.ts';
import { emptyResponseTransformer } from '#domain/deployment/response-transformer.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { deploymentForm } from '#domain/deployment/schema.ts';
import type { ReadTables } from '#projections/engine/tables.ts';
import { authorize, route } from '../http/route.ts';
import { pendingRemovals } from '../operation/removals.ts';

const join = (address: string, path: string) => `${address.replace(/\/+$/, '')}${path}`;

/** Returns a deployment's token endpoint. The gateway offers it over https only. */
const tokenUrlOf = (apiSslUrl: string, path: string): string => join(apiSslUrl, `${path}/oauth2/token`);

const deployments = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('deployments')
    .innerJoin('resources', 'resources.id', 'deployments.gateway_id')
    .leftJoinLateral(
      pendingRemovals(db)
        .where('removal.deployment_id', '=', sql.ref<number>('deployments.id'))
        .select(({ fn }) => [
          fn.count<number>('removal.consumer_id').distinct().as('removing_keys'),
          fn.min('removal.requested_at').as('removing_since'),
        ])
        .where('removal.consumer_id', 'is not', null)
        .as('removing'),
      (join) => join.onTrue(),
    )
    .select([
      'removing.removing_keys',
      'removing.removing_since',
      'deployments.id',
      'deployments.api_id',
      'deployments.environment',
      'deployments.config',
      'deployments.state',
      'deployments.operation_id',
      'resources.id as gateway_id',
      'resources.name as gateway_name',
      'resources.api_url',
      'resources.api_ssl_url',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof deployments>['execute']>>[number];

/** Returns the form's fields that the row does not have. */
const formOf = ({ config }: Row) => ({
  // Null (an old deployment) becomes false with the next deployment.
  keyInQuery: config.keyInQuery === true,
  ipRestriction: { enabled: config.allowedAddresses !== null, ips: config.allowedAddresses ?? [] },
  botDetection: { enabled: config.refusesBots },
  requestTransformer: config.requestTransformer,
  responseTransformer: {
    enabled: config.responseTransformer !== null,
    ...(config.responseTransformer ?? emptyResponseTransformer),
  },
  enablePathLockdown: config.lockdown !== null,
});

const rowOf = ({ config, ...row }: Row) => {
  const path = `/${nameInEnvironment(config.contextPath, config.environment)}`;
  return {
    id: row.id,
    apiId: row.api_id,
    name: config.name,
    env: config.environment,
    auth: config.authentication,
    contextPath: config.contextPath,
    path,
    url: join(row.api_url, path),
    tokenUrl: config.authentication === 'apikey' ? null : tokenUrlOf(row.api_ssl_url, path),
    state: row.state,
    operationId: row.operation_id,
    upstreamUrl: config.upstreamUrl,
    kongServer: { id: row.gateway_id, name: row.gateway_name },
    removals: row.removing_since && {
      keys: Number(row.removing_keys),
      since: row.removing_since.toISOString(),
    },
    oAuth2Config: { tokenExpiration: config.tokenExpiration },
    rateLimit: { enabled: config.ratePerMinute !== null, ratePerMinute: config.ratePerMinute ?? 60 },
    protection: {
      addresses: config.allowedAddresses?.length ?? 0,
      bots: config.refusesBots,
      transforms: transformsRequests(config.requestTransformer) || config.responseTransformer !== null,
      lockedRevision: config.lockdown?.revision ?? null,
    },
  } satisfies DeploymentRow;
};

/** Returns a deployment's row for callers, without what is behind the gateway. */
const callersRowOf = (row: Row): DeploymentRow => ({
  ...rowOf(row),
  upstreamUrl: null,
  kongServer: null,
  removals: null,
});

/**
 * Returns the deployments of an API that the user may see: all, or those with a key of their organization.
 *
 * @param granted whether the user's organization has access to the API (`hasAccess`).
 */
export const listDeployments = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  api: ApiRow,
  granted: boolean,
): Promise<DeploymentRow[]> => {
  const all = deployments(db)
    .where('deployments.api_id', '=', api.id)
    .orderBy('deployments.environment')
    .orderBy('deployments.id');
  const resource = { applicationId: api.bizappId, organizationId: api.organizationId };
  const read = may(actor, 'deployment.read', resource) ? rowOf : callersRowOf;
  if (may(actor, 'deployment.list', { ...resource, granted })) return (await all.execute()).map(read);
  const keyed = db.selectFrom('consumers').select('deployment_id').where('organization_id', '=', actor.organizationId);
  return (await all.where('deployments.id', 'in', keyed).execute()).map(read);
};

/** Returns the target of each deployment. For the portal's own use: not every user may see it. */
export const targetsOf = async (db: Kysely<ReadTables>, apiId: number): Promise<ReadonlyMap<number, string>> => {
  const rows = await db.selectFrom('deployments').select(['id', 'config']).where('api_id', '=', apiId).execute();
  return new Map(rows.map(({ id, config }) => [id, config.upstreamUrl]));
};

/** Returns a deployment with its application and organization, or undefined. */
export const findDeployment = async (db: Kysely<ReadTables>, id: number) => {
  const row = await deployments(db)
    .innerJoin('apis', 'apis.id', 'deployments.api_id')
    .select([
      'apis.application_id',
      'apis.organization_id',
      'apis.name as api_name',
      'apis.state as api_state',
      'apis.revision',
    ])
    .where('deployments.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...rowOf(row),
      ...formOf(row),
      revision: row.revision,
      applicationId: row.application_id,
      organizationId: row.organization_id,
      apiName: row.api_name,
      apiState: row.api_state,
    }
  );
};

export const deploymentQueries = [
  route({
    method: 'get',
    path: '/api/swaggers/deployment/{id}',
    action: 'deployment.read',
    summary: 'One deployment, as the deploy form edits it',
    parameters: z.object({ id: idParameter }),
    response: deploymentForm,
    handle: async ({ services, actor, parameters: { id } }) => {
      const found = await findDeployment(services.db, id);
      if (!found) throw new RefusedError(notFound());
      const { applicationId, organizationId, apiName: _name, apiState: _state, ...deployment } = found;
      authorize(actor, 'deployment.read', { applicationId, organizationId });
      return deployment;
    },
  }),
];
