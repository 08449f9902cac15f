import { type Kysely, sql } from 'kysely';
import { listConsumerReport } from '#domain/consumer-report/calls.ts';
import {
  type ConsumerReportQuery,
  type ConsumerReportRow,
  consumerReportPageSize,
} from '#domain/consumer-report/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { lastDayOf } from '#domain/core/last-day.ts';
import { periodOf } from '#domain/core/period.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly } from '../http/route.ts';
import { accessOfKey } from '../sql/access-of-key.ts';
import type { Given } from '../sql/statement.ts';

/** An undefined value filters nothing. `own`: the organization whose keys alone are shown. */
type Filters = Readonly<{
  own: number | undefined;
  organizations: readonly number[] | undefined;
  apis: readonly number[] | undefined;
  from: Date | undefined;
  to: Date | undefined;
}>;

const keys = (db: Kysely<ReadTables>, { own, organizations, apis, from, to }: Given<Filters>) =>
  db
    .selectFrom('consumers')
    .innerJoin('deployments', 'deployments.id', 'consumers.deployment_id')
    .leftJoin('organizations', 'organizations.id', 'consumers.organization_id')
    .leftJoin('apis', 'apis.id', 'consumers.api_id')
    .leftJoin('access_grants as access', accessOfKey)
    .$if(own !== undefined, (list) => list.where(sql<boolean>`consumers.organization_id = ${own}`))
    .$if(organizations !== undefined, (list) =>
      list.where(sql<boolean>`consumers.organization_id = any(${organizations}::int[])`),
    )
    .$if(apis !== undefined, (list) => list.where(sql<boolean>`consumers.api_id = any(${apis}::int[])`))
    .$if(from !== undefined, (list) => list.where(sql<boolean>`consumers.created_at >= ${from}`))
    .$if(to !== undefined, (list) => list.where(sql<boolean>`consumers.created_at < ${to}`))
    .select((of) => [
      'consumers.id',
      'consumers.nickname',
      'consumers.api_id',
      'consumers.created_at',
      'deployments.environment',
      'apis.name as api_name',
      'apis.sort_name as sort_api',
      'organizations.name as organization_name',
      'organizations.sort_name as sort_organization',
      sql<string>`fold_text(consumers.nickname) collate "und-x-icu"`.as('sort_nickname'),
      // With its newest or any earlier credentials.
      of
        .selectFrom('credential_uses as use')
        .whereRef('use.consumer_id', '=', 'consumers.id')
        .select(({ fn }) => fn.max('use.last_used_at').as('at'))
        .as('last_used_at'),
      // Keys that were never used sort as the oldest.
      sql<Date>`coalesce((select max(last_used_at) from credential_uses where consumer_id = consumers.id), '-infinity')`.as(
        'sort_used',
      ),
      sql<Date | null>`least(consumers.ends_at, access.ends_at)`.as('ends_at'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof keys>['execute']>>[number];

const rowOf = (row: Row): ConsumerReportRow => ({
  id: row.id,
  organization: row.organization_name ?? '',
  apiId: row.api_id,
  api: row.api_name ?? '',
  nickname: row.nickname,
  env: row.environment,
  date: row.created_at.toISOString(),
  lastUsed: row.last_used_at?.toISOString() ?? null,
  endsOn: row.ends_at && lastDayOf(row.ends_at),
});

const orders = {
  organization: 'sort_organization',
  api: 'sort_api',
  nickname: 'sort_nickname',
  env: 'environment',
  date: 'created_at',
  lastUsed: 'sort_used',
  endsOn: 'ends_at',
} as const satisfies Record<ConsumerReportQuery['sort'], keyof Row>;

const readKeys = pageOf(keys);

const someOf = (ids: readonly number[]) => (ids.length > 0 ? ids : undefined);

/** The report of consumers: all keys for administrators, those of the own organization for everybody else. */
export const consumerReportRoutes = listRoutes(listConsumerReport, {
  action: 'consumer.report',
  summary:
    'The keys of organizations with their last use: all for an administrator, else those of the own organization',
  pageSize: consumerReportPageSize,
  read: async ({ services, actor, query }, size) => {
    authorizeOpenly(actor, 'consumer.report');
    const { page, sort, order, orgId, apiId, ...period } = query;
    const own = may(actor, 'consumer.report-all') ? undefined : actor.organizationId;
    const filters = { own, organizations: someOf(orgId), apis: someOf(apiId), ...periodOf(period) };
    const { rows, total } = await readKeys(services.db, filters, { page, size, sort: orders[sort], order });
    return { data: rows.map(rowOf), total, page };
  },
  rowsOf: ({ data }) => data,
  csv: {
    name: 'consumer-list.csv',
    columns: {
      organization: ({ organization }) => organization,
      api: ({ api }) => api,
      nickname: ({ nickname }) => nickname,
      env: ({ env }) => env,
      date: ({ date }) => date,
      lastUsed: ({ lastUsed }) => lastUsed ?? '',
      endsOn: ({ endsOn }) => endsOn ?? '',
    },
  },
});
