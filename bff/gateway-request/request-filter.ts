import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { type Period, periodOf } from '#domain/core/period.ts';
import { mostCounted, type RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { detailConditions, type FoundCall } from './detail-filter.ts';
import { oneOf } from './one-of.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** What decides which calls somebody sees. `found`: where the call with the wanted request id is, see `findCall`. */
export type Seen = Readonly<{
  actor: Actor;
  filter: RequestFilterQuery;
  /** The first moment of which calls are kept. Counts are kept for longer, and must not count more. */
  keptSince: Date;
  found?: FoundCall | undefined;
  /** Whether few calls are expected to match, see `looksRare`. */
  isRare?: boolean;
}>;

/** Returns the first moment of which calls are kept. */
export const keptSince = (now: Date, days: number): Date => new Date((Math.floor(now.getTime() / day) - days) * day);

type ScopeFilter = Pick<RequestFilterQuery, 'orgId' | 'apiId' | 'env'>;

/**
 * The conditions of the filters and of what the actor may see: administrators see all calls, all others the calls of their
 * own organization (docs/product/gateways.md).
 */
export const scopeConditions = (actor: Actor, filter: ScopeFilter): RawBuilder<unknown>[] => [
  ...(may(actor, 'request.list-all') ? [] : [sql`organization_id = ${actor.organizationId}`]),
  ...oneOf('organization_id', filter.orgId, 'integer'),
  ...oneOf('api_id', filter.apiId, 'integer'),
  ...oneOf('environment', filter.env, 'text'),
];

/** Valid for `gateway_requests` and `gateway_request_counts`. */
const conditionsOf = ({ actor, filter }: Pick<Seen, 'actor' | 'filter'>): RawBuilder<unknown> =>
  sql.join(
    [
      sql`api_id is not null`,
      ...scopeConditions(actor, filter),
      ...oneOf('status', filter.responseStatusCode, 'integer'),
    ],
    sql` and `,
  );

const within = (column: 'started_at' | 'hour', { from, to }: Period): RawBuilder<unknown> => {
  const start = from ? sql` and ${sql.ref(column)} >= ${from}` : sql``;
  const end = to ? sql` and ${sql.ref(column)} < ${to}` : sql``;
  return sql`${start}${end}`;
};

/** The period of the filters, as far as calls are kept. */
const keptPeriod = ({ filter, keptSince: kept }: Seen): { from: Date; to: Date | undefined } => {
  const { from, to } = periodOf(filter);
  return { from: from && from > kept ? from : kept, to };
};

/** The condition on `gateway_requests`. */
export const requestCondition = (seen: Seen): RawBuilder<unknown> =>
  sql`${conditionsOf(seen)}${sql.join(
    detailConditions(seen.filter, seen.found).map((condition) => sql` and ${condition}`),
    sql``,
  )}${within('started_at', keptPeriod(seen))}`;

/** The condition on `gateway_request_counts` without any dates. */
export const countCondition = conditionsOf;

/** Returns whether a filter finds single calls, which no counts tell. */
const findsCalls = (filter: RequestFilterQuery): boolean => detailConditions(filter, undefined).length > 0;

/** The newest calls that are looked at, and how many of them match when calls that match are not rare. */
const sample = { calls: 20_000, common: 100 } as const;

/**
 * Returns whether few calls match a part of a path or of a key's name, by the newest ones. Those that are rare are read by their index and
 * sorted, those that are not from the newest call on. Postgres can't tell: it takes every unknown word for one that many calls have, and
 * reads all of them for one that none has.
 */
export const looksRare = async (db: Kysely<ReadTables>, seen: Seen): Promise<boolean> => {
  if (seen.filter.path === undefined && seen.filter.key === undefined) return false;
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from gateway_requests
    where id > (select max(id) from gateway_requests) - ${sample.calls}::int and ${requestCondition(seen)}`.execute(db);
  return Number(rows[0]?.found ?? 0) < sample.common;
};

/** Calls that match, all of them read before any is sorted. */
export const rareRequests = (seen: Seen, columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`found as materialized (select ${columns} from gateway_requests where ${requestCondition(seen)})`;

/**
 * A table of `status` and `count` that adds up to exactly the calls of `requestCondition`. Full hours come from the
 * counts, the partial hours at both ends from the calls.
 *
 * A filter that finds single calls counts the newest, one more than `mostCounted` at most: whoever searches for a call wants
 * to see few, and no index counts a part of a path fast.
 */
export const countedRequests = (seen: Seen): RawBuilder<unknown> => {
  if (seen.isRare)
    return sql`(with ${rareRequests(seen, sql`status`)} select status, 1 as count from found limit ${mostCounted + 1})`;
  if (findsCalls(seen.filter))
    return sql`(select status, 1 as count from gateway_requests where ${requestCondition(seen)} order by id desc limit ${mostCounted + 1})`;
  const conditions = conditionsOf(seen);
  const { from, to } = keptPeriod(seen);
  const first = new Date(Math.ceil(from.getTime() / hour) * hour);
  const last = to && new Date(Math.floor(to.getTime() / hour) * hour);
  const calls = (period: Period) =>
    sql`select status, 1 as count from gateway_requests where ${conditions}${within('started_at', period)}`;
  if (last && first > last) return calls({ from, to });
  return sql.join(
    [
      sql`select status, count from gateway_request_counts where ${conditions}${within('hour', { from: first, to: last })}`,
      ...(from < first ? [calls({ from, to: first })] : []),
      ...(to && last && last < to ? [calls({ from: last, to })] : []),
    ],
    sql` union all `,
  );
};

/** Returns a total as it is shown, and whether there are more, see `mostCounted`. */
export const shownTotal = (filter: RequestFilterQuery, counted: number): { total: number; isLeast?: true } =>
  findsCalls(filter) && counted > mostCounted ? { total: mostCounted, isLeast: true } : { total: counted };
