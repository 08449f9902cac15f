import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { countRequests, downloadRequests, listRequests, listResponseCodes } from '#domain/gateway-request/calls.ts';
import {
  mostCounted,
  type RequestCounts,
  type RequestFilterQuery,
  type RequestListQuery,
  type RequestRow,
  requestFilterQuery,
  requestPageSize,
} from '#domain/gateway-request/schema.ts';
import { csvStream } from '../http/csv.ts';
import { type Cursor, cursorOf, fromPlace, growingPage } from '../http/cursor.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { keyset, turned } from '../sql/keyset.ts';
import { chartRoutes } from './chart-routes.ts';
import { findCall, findKeys } from './detail-filter.ts';
import {
  allOf,
  countedRequests,
  keptSince,
  newestFirst,
  organizationsOf,
  rareRequests,
  readPlan,
  requestCondition,
  type Seen,
  shownTotal,
} from './request-filter.ts';
import { requestReport } from './request-report.ts';

const orders: Record<RequestListQuery['sort'], RawBuilder<unknown>> = {
  id: sql`id`,
  apiName: sql`fold_text(api_name) collate "und-x-icu"`,
  orgName: sql`fold_text(organization_name) collate "und-x-icu"`,
  env: sql`environment`,
  clientIp: sql`client_ip`,
  // A cursor has this text. Addresses that begin with the same 300 characters are sorted by id.
  upstreamUri: sql`left(fold_text(upstream_uri), 300) collate "und-x-icu"`,
  responseStatus: sql`status`,
  startedAt: sql`started_at`,
};

type Listed = {
  total: number;
  preceding: number;
  /** The value that is sorted by, as text. */
  key: string | null;
  /** Null when the page is beyond the end. The total is still returned. */
  id: number | null;
  /** Calls that were found by their indexes; null when they are not read so. */
  found: number | null;
  api_name: string;
  organization_name: string;
  environment: string;
  client_ip: string;
  upstream_uri: string;
  status: number;
  started_at: Date;
  request_id: string;
  method: string | null;
  operation: string | null;
  path: string | null;
  api_id: number;
  organization_id: number | null;
  consumer_id: number | null;
  consumer_name: string | null;
  gateway_ms: number | null;
  upstream_ms: number | null;
  request_bytes: number | null;
  response_bytes: number | null;
};

const columns =
  sql.raw(`id, api_name, organization_name, environment, client_ip, upstream_uri, status, started_at, request_id,
  method, operation, path, api_id, organization_id, consumer_id, consumer_name, gateway_ms, upstream_ms, request_bytes, response_bytes`);

/** The values of a place as Postgres gets them. */
const placeOf = ({ key, id }: Cursor) => ({ key: key === null ? undefined : sql.val(key), id: sql.val(id) });

const rowOf = (row: Listed & { id: number }): RequestRow => ({
  id: row.id,
  apiName: row.api_name,
  orgName: row.organization_name,
  env: row.environment,
  clientIp: row.client_ip,
  upstreamUri: row.upstream_uri,
  responseStatus: row.status,
  startedAt: row.started_at.toISOString(),
  requestId: row.request_id.replaceAll('-', ''),
  method: row.method,
  operation: row.operation,
  path: row.path,
  apiId: row.api_id,
  orgId: row.organization_id,
  consumerId: row.consumer_id,
  keyName: row.consumer_name,
  gatewayMs: row.gateway_ms,
  upstreamMs: row.upstream_ms,
  requestBytes: row.request_bytes,
  responseBytes: row.response_bytes,
});

/** Returns what decides which calls a caller sees. */
const seenBy = async (
  { db, pool, now, settings }: Pick<Services, 'db' | 'pool' | 'now' | 'settings'>,
  actor: Actor,
  filter: RequestFilterQuery,
): Promise<Seen> => {
  const kept = keptSince(now(), settings.TELEMETRY_RETENTION_DAYS);
  const [found, keys] = await Promise.all([
    findCall(pool, filter),
    findKeys(pool, filter, organizationsOf(actor, filter)),
  ]);
  const seen: Seen = { actor, filter, keptSince: kept, found, keys };
  return { ...seen, plan: await readPlan(db, seen) };
};

const list = route(listRequests, {
  action: 'request.list',
  summary: 'Calls at the gateways: all for an administrator, else those of the own organization',
  handle: async ({ services, actor, query }) => {
    const { sort } = query;
    const size = requestPageSize;
    const key = orders[sort];
    const inOrder = (order: RequestListQuery['order']) => sql`order by ${key} ${sql.raw(order)}, id ${sql.raw(order)}`;
    const cursor = cursorOf(query, sort, true);
    const place =
      cursor && keyset({ key, id: sql.ref('id'), isFilled: true }, query.order, cursor.side, placeOf(cursor));
    const offset = cursor ? 0 : query.page * size;
    const read = async (seen: Seen): Promise<Listed[]> => {
      // Those that match are read once, for the page and the total.
      const [rare, source, condition, counted] = seen.plan?.isRare
        ? [
            sql`${rareRequests(seen, columns)},`,
            sql`rare`,
            sql`true`,
            sql`(select status, 1 as count from rare limit ${mostCounted + 1})`,
          ]
        : [sql``, sql`gateway_requests`, requestCondition(seen), countedRequests(seen)];
      const { rows } = await fromPlace(cursor, () =>
        sql<Listed>`
        with ${rare} counted as (
          select coalesce(sum(count), 0)::bigint as total, ${seen.plan?.isRare ? sql`(select count(*) from rare)` : sql`null`}::integer as found,
            ${place ? sql`(select count(*) from ${source} where ${condition} and ${place.preceding})` : sql`${offset}::bigint`} as preceding
          from (${counted}) c
        ), wanted as (
          -- Where there is none, none is looked for.
          select ${columns}, (${key})::text as key
          from ${source} where ${condition}${place ? sql` and ${place.beyond}` : sql``} and (select total > 0 from counted)
          ${inOrder(cursor?.side === 'before' ? turned(query.order) : query.order)} limit ${size} offset ${offset}
        )
        select * from counted left join wanted on true ${inOrder(query.order)}`.execute(services.db),
      );
      const isFull = seen.plan?.most !== undefined && rows[0]?.found === seen.plan.most;
      return isFull ? await read({ ...seen, plan: { isRare: false } }) : rows;
    };
    // Going back reads upwards, from the cursor: the newest ones would not be those before it.
    const isNewest = sort === 'id' && query.order === 'desc' && cursor?.side !== 'before';
    const rows = await newestFirst(
      await seenBy(services, actor, query),
      isNewest ? 'newest' : 'all',
      read,
      (answer) => answer.length === size && Number(answer[0]?.total) > mostCounted,
    );
    const found = rows
      .filter((row): row is Listed & { id: number } => row.id !== null)
      .map((row) => ({ row: rowOf(row), key: row.key }));
    const { total, preceding } = rows[0] ?? { total: 0, preceding: offset };
    const shown = shownTotal(query, total);
    const { rows: data, ...where } = growingPage(found, { ...shown, preceding, size, sort, cursor });
    return { data, ...shown, ...where };
  },
});

const count = route(countRequests, {
  action: 'request.list',
  summary: 'How many calls succeeded (status below 400) and failed',
  handle: async ({ services, actor, query }) => {
    // Of those that are rare, reading stops when they are enough.
    const seen = allOf(await seenBy(services, actor, query));
    const { rows } = await sql<Omit<RequestCounts, 'isLeast'>>`
      select
        coalesce(sum(count), 0)::bigint as total,
        coalesce(sum(count) filter (where status < 400), 0)::bigint as api_success_count,
        coalesce(sum(count) filter (where status >= 400), 0)::bigint as api_failure_count
      from (${countedRequests(seen)}) c`.execute(services.db);
    const [counts] = rows;
    if (!counts) throw new TypeError('a statement of totals answers one row');
    const shown = shownTotal(query, counts.total);
    const success = Math.min(counts.api_success_count, shown.total);
    return { ...shown, api_success_count: success, api_failure_count: shown.total - success };
  },
});

const download = route(downloadRequests, {
  limit: 'export',
  action: 'request.list',
  summary: 'The calls as CSV, newest first, up to a million',
  handle: async ({ c, services, actor, query }) => {
    services.log.info(
      {
        userId: actor.userId,
        organizationId: actor.organizationId,
        filters: query,
        correlationId: c.get('correlationId'),
      },
      'gateway requests exported',
    );
    return csvStream('report.csv', requestReport(services.db, allOf(await seenBy(services, actor, query))));
  },
});

const codes = route(listResponseCodes, {
  action: 'request.list',
  summary: 'The response codes that occur in the calls the user may see, for the filter',
  handle: async ({ services, actor }) => {
    const seen = await seenBy(services, actor, requestFilterQuery.parse({}));
    const { rows } = await sql<{ status: number }>`
      select distinct status from (${countedRequests(seen)}) c order by status`.execute(services.db);
    return rows.map(({ status }) => status);
  },
});

/** The access report (docs/product/gateways.md). */
export const requestRoutes: Route[] = [list, count, download, codes, ...chartRoutes];
