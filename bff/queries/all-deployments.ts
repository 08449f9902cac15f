import { type Kysely, sql } from 'kysely';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type {
  DeploymentOverviewPage,
  DeploymentOverviewQuery,
  DeploymentOverviewRow,
} from '#domain/overview/schema.ts';
import type { ReadTables } from '#projections/tables.ts';
import { readPage } from '../http/page.ts';
import { containing } from './containing.ts';
import { countByEnvironment } from './count-by-environment.ts';

const deployments = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('deployments')
    .innerJoin('apis', 'apis.id', 'deployments.api_id')
    .innerJoin('resources', 'resources.id', 'deployments.gateway_id')
    .select((columns) => [
      'deployments.id',
      'deployments.api_id',
      'deployments.environment',
      'deployments.context_path',
      'deployments.authentication',
      'deployments.state',
      'deployments.updated_at',
      'apis.name as api_name',
      'apis.organization_name',
      'apis.sort_name',
      'apis.sort_organization',
      'resources.name as gateway_name',
      columns
        .selectFrom('consumers')
        .whereRef('consumers.deployment_id', '=', 'deployments.id')
        .where('consumers.state', '<>', 'removing')
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .as('keys'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof deployments>['execute']>>[number];

const rowOf = (row: Row): DeploymentOverviewRow => ({
  id: row.id,
  apiId: row.api_id,
  apiName: row.api_name,
  orgName: row.organization_name,
  env: row.environment,
  auth: row.authentication,
  path: `/${nameInEnvironment(row.context_path, row.environment)}`,
  gateway: row.gateway_name,
  state: row.state,
  keys: Number(row.keys),
  updatedAt: row.updated_at.toISOString(),
});

const orders = {
  apiName: 'sort_name',
  orgName: 'sort_organization',
  env: 'environment',
  path: 'context_path',
  gateway: 'gateway_name',
  state: 'state',
  keys: 'keys',
  updatedAt: 'updated_at',
} as const satisfies Record<DeploymentOverviewQuery['sort'], string>;

/** All deployments of all organizations, for those who may read each of them. */
export const listAllDeployments = async (
  db: Kysely<ReadTables>,
  { page, sort, order, search, env, state }: DeploymentOverviewQuery,
  size: number,
): Promise<DeploymentOverviewPage> => {
  const everywhere = deployments(db)
    .$if(state !== undefined, (list) => list.where('deployments.state', '=', state as NonNullable<typeof state>))
    .$if(search !== '', (list) =>
      list.where(
        sql<boolean>`lower(concat_ws(chr(10), apis.name, apis.organization_name, '/' || deployments.context_path,
          '/' || deployments.context_path || '-' || deployments.environment, resources.name)) like ${containing(search)}`,
      ),
    );
  const filtered = everywhere.$if(env !== undefined, (list) =>
    list.where('deployments.environment', '=', env as NonNullable<typeof env>),
  );
  const found = await readPage(db, filtered, { page, size, sort: orders[sort], order });
  return {
    deployments: found.rows.map(rowOf),
    total: found.total,
    page,
    environments: await countByEnvironment(everywhere),
  };
};
