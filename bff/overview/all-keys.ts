import { type Expression, type Kysely, sql } from 'kysely';
import { nameInEnvironment } from '#domain/core/environment.ts';
import { lastDayOf } from '#domain/core/last-day.ts';
import type { KeyOverviewPage, KeyOverviewQuery, KeyOverviewRow } from '#domain/overview/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { accessOfKey } from '../sql/access-of-key.ts';
import { containing } from '../sql/containing.ts';
import type { Given } from '../sql/statement.ts';
import { deployedApisWith } from './deployed-apis.ts';
import { overviewOf } from './overview-page.ts';

const keys = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('consumers')
    .innerJoin('deployments', 'deployments.id', 'consumers.deployment_id')
    .leftJoin('organizations', 'organizations.id', 'consumers.organization_id')
    .leftJoin('apis', 'apis.id', 'consumers.api_id')
    .leftJoin('credential_uses as use', (join) =>
      join.onRef('use.consumer_id', '=', 'consumers.id').onRef('use.generation', '=', 'consumers.generation'),
    )
    .leftJoin('access_grants as access', accessOfKey)
    .select([
      'consumers.id',
      'consumers.nickname',
      'consumers.api_id',
      'consumers.organization_id',
      'consumers.state',
      'consumers.created_at',
      'deployments.environment',
      'deployments.context_path',
      'deployments.authentication',
      'apis.name as api_name',
      'apis.sort_name',
      'apis.organization_name as api_organization_name',
      'organizations.name as organization_name',
      'organizations.external',
      'use.last_used_at',
      sql<string>`fold_text(consumers.nickname) collate "und-x-icu"`.as('sort_nickname'),
      'organizations.sort_name as sort_organization',
      // Keys that were never used sort as the oldest.
      sql<Date>`coalesce(use.last_used_at, '-infinity')`.as('sort_used'),
      sql<Date | null>`least(consumers.ends_at, access.ends_at)`.as('ends_at'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof keys>['execute']>>[number];

const rowOf = (row: Row): KeyOverviewRow => ({
  id: row.id,
  nickname: row.nickname,
  apiId: row.api_id,
  apiName: row.api_name ?? '',
  apiOrgName: row.api_organization_name ?? '',
  orgId: row.organization_id,
  orgName: row.organization_name ?? '',
  isExternal: row.external ?? false,
  env: row.environment,
  path: `/${nameInEnvironment(row.context_path, row.environment)}`,
  auth: row.authentication,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  lastUsed: row.last_used_at?.toISOString() ?? null,
  endsOn: row.ends_at && lastDayOf(row.ends_at),
});

const orders = {
  nickname: 'sort_nickname',
  apiName: 'sort_name',
  orgName: 'sort_organization',
  env: 'environment',
  state: 'state',
  createdAt: 'created_at',
  lastUsed: 'sort_used',
  endsOn: 'ends_at',
} as const satisfies Record<KeyOverviewQuery['sort'], string>;

/** Searches nickname, API and organization. Each is searched in its own table, before the join. */
const withWords = (words: Expression<string>) =>
  sql<boolean>`(
    fold_text(consumers.nickname) like ${words}
    or consumers.api_id in ${deployedApisWith(sql`sort_name like ${words}`)}
    or consumers.organization_id in (select id from organizations where fold_text(name) like ${words})
  )`;

type Filters = Pick<KeyOverviewQuery, 'state'> & { words: string | undefined };

const readKeys = overviewOf(keys, (list, { state, words }: Given<Filters>) =>
  list
    .$if(state !== undefined, (all) => all.where('consumers.state', '=', state as NonNullable<typeof state>))
    .$if(words !== undefined, (all) => all.where(withWords(words as NonNullable<typeof words>))),
);

/** Returns a page of all organizations' keys, for users who may list all. */
export const readAllKeys = async (
  db: Kysely<ReadTables>,
  { page, sort, order, search, env, state }: KeyOverviewQuery,
  size: number,
): Promise<KeyOverviewPage> => {
  const wanted = { env, page, size, sort: orders[sort], order };
  const { rows, ...found } = await readKeys(db, { state, words: containing(search) }, wanted);
  return { keys: rows.map(rowOf), page, ...found };
};
