import { type Expression, type Kysely, sql } from 'kysely';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type {
  DeploymentOverviewPage,
  DeploymentOverviewQuery,
  DeploymentOverviewRow,
} from '#domain/overview/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { containing } from '../sql/containing.ts';
import type { Given } from '../sql/statement.ts';
import { deployedApisWith } from './deployed-apis.ts';
import { overviewOf } from './overview-page.ts';

const deployments = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('deployments')
    .leftJoin('apis', 'apis.id', 'deployments.api_id')
    .leftJoin('resources', 'resources.id', 'deployments.gateway_id')
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
  apiName: row.api_name ?? '',
  orgName: row.organization_name ?? '',
  env: row.environment,
  auth: row.authentication,
  path: `/${nameInEnvironment(row.context_path, row.environment)}`,
  gateway: row.gateway_name ?? '',
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

/** Searches API, organization, path and gateway. Each is searched in its own table, before the join. */
const withWords = (words: Expression<string>) =>
  sql<boolean>`(
    deployments.api_id in ${deployedApisWith(sql`sort_name like ${words} or sort_organization like ${words}`)}
    or deployments.gateway_id in (select id from resources where fold_text(name) like ${words})
    or fold_text('/' || deployments.context_path || case when deployments.environment = 'PROD' then '' else '-' || deployments.environment end)
      like ${words}
  )`;

type Filters = Pick<DeploymentOverviewQuery, 'state'> & { words: string | undefined };

const readDeployments = overviewOf(deployments, (list, { state, words }: Given<Filters>) =>
  list
    .$if(state !== undefined, (all) => all.where('deployments.state', '=', state as NonNullable<typeof state>))
    .$if(words !== undefined, (all) => all.where(withWords(words as NonNullable<typeof words>))),
);

/** Returns a page of all organizations' deployments, for users who may read all. */
export const readAllDeployments = async (
  db: Kysely<ReadTables>,
  { page, sort, order, search, env, state }: DeploymentOverviewQuery,
  size: number,
): Promise<DeploymentOverviewPage> => {
  const wanted = { env, page, size, sort: orders[sort], order };
  const { rows, ...found } = await readDeployments(db, { state, words: containing(search) }, wanted);
  return { deployments: rows.map(rowOf), page, ...found };
};
