import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { type Period, periodOf } from '#domain/core/period.ts';
import { mostCounted, type RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { detailConditions, type FoundCall, type NamedKeys } from './detail-filter.ts';
import { oneOf } from './one-of.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** What decides which calls somebody sees. `found` and `keys`: what was looked up of the filter, see `findCall` and `findKeys`. */
export type Seen = Readonly<{
  actor: Actor;
  filter: RequestFilterQuery;
  /** The first moment of which calls are kept. Counts are kept for longer, and must not count more. */
  keptSince: Date;
  found?: FoundCall | undefined;
  keys?: NamedKeys | undefined;
  /** Where the calls that match are looked for, see `readPlan`. */
  plan?: Plan | undefined;
}>;

/** The first of the newest calls: those that match are more than anybody is shown. */
type First = Readonly<{ id: string; startedAt: Date }>;

/**
 * How calls are found and counted.
 *
 * @property isRare    whether those that match are read by their indexes and sorted.
 * @property first     only calls from this one on are expected to be needed.
 * @property most      as many are read at most: more are not rare, although those that were looked at first said so.
 * @property summed    which calls are counted by day and by hour.
 */
export type Plan = Readonly<{ isRare: boolean; first?: First | undefined; most?: number; summed?: Summed | undefined }>;

/**
 * `daysUntil`: the first day that is not summed up. `totalsUntil`: the first without a total of all APIs. `hoursUntil`: the id of the last
 * call that is counted by hour, and when it began.
 */
type Summed = Readonly<{ daysUntil: Date; totalsUntil: Date; hoursUntil: string; hoursSince: Date }>;

/** Returns the first moment of which calls are kept. */
export const keptSince = (now: Date, days: number): Date => new Date((Math.floor(now.getTime() / day) - days) * day);

type ScopeFilter = Pick<RequestFilterQuery, 'orgId' | 'apiId' | 'env'>;

/** Returns the organizations whose calls alone somebody sees or asks for; undefined: those of all. */
export const organizationsOf = (
  actor: Actor,
  { orgId }: Pick<RequestFilterQuery, 'orgId'>,
): readonly number[] | undefined => {
  if (!may(actor, 'request.list-all')) return [actor.organizationId];
  return orgId.length > 0 ? orgId : undefined;
};

/**
 * The conditions of the filters and of what the actor may see: administrators see all calls, all others the calls of their
 * own organization (docs/product/gateways.md).
 *
 * @param organization the column, or an expression that no index has.
 */
export const scopeConditions = (
  actor: Actor,
  filter: ScopeFilter,
  organization: RawBuilder<unknown> = sql`organization_id`,
): RawBuilder<unknown>[] => [
  ...(may(actor, 'request.list-all') ? [] : [sql`${organization} = ${actor.organizationId}`]),
  ...oneOf(organization, filter.orgId, 'integer'),
  ...oneOf('api_id', filter.apiId, 'integer'),
  ...oneOf('environment', filter.env, 'text'),
];

type Scoped = Pick<Seen, 'actor' | 'filter'>;

/** Returns whether the calls of all APIs and organizations are seen, which `gateway_request_day_totals` counts. */
const isOfAll = ({ actor, filter }: Scoped): boolean =>
  may(actor, 'request.list-all') && filter.orgId.length === 0 && filter.apiId.length === 0;

/** Valid for all tables that count calls. */
const countedConditions = ({ actor, filter }: Scoped, organization?: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...scopeConditions(actor, filter, organization),
      ...oneOf('status', filter.responseStatusCode, 'integer'),
    ],
    sql` and `,
  );

/** Valid for `gateway_requests`: a call of no API is in no report. */
const conditionsOf = (scoped: Scoped, organization?: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`api_id is not null and ${countedConditions(scoped, organization)}`;

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

/**
 * The condition on `gateway_requests`. Keys that were found by name are those of the organization already: Postgres, which can't know it, would
 * read all calls of the organization for those of a few keys (1.3 s of 250,000 calls).
 */
export const requestCondition = (seen: Seen): RawBuilder<unknown> =>
  sql`${conditionsOf(seen, seen.keys && sql`(organization_id + 0)`)}${sql.join(
    detailConditions(seen.filter, seen.found, seen.keys).map((condition) => sql` and ${condition}`),
    sql``,
  )}${within('started_at', keptPeriod(seen))}${beyond(seen.plan?.first)}`;

/**
 * Days that a call may have begun before another one that was stored before it: a clock is at most a day wrong, this way or that, and a
 * post takes a while. Tells Postgres which partitions have none.
 */
const mostEarlier = 3;
const earlier = (time: Date): Date => new Date(time.getTime() - mostEarlier * day);

const beyond = (first: First | undefined): RawBuilder<unknown> =>
  first ? sql` and id >= ${first.id}::bigint and started_at >= ${earlier(first.startedAt)}` : sql``;

/** Returns whether a filter finds single calls, which no counts tell. */
const findsCalls = (filter: RequestFilterQuery): boolean => detailConditions(filter).length > 0;

/**
 * The newest calls that are looked at; how many of them match when calls that match are not rare; how many matching calls are looked
 * for, so that they are more than are counted although the sample is small; and how many rare calls are read at most.
 */
const sample = { calls: 20_000, common: 100, enough: 3, wanted: 3 * mostCounted, rare: 10_000 } as const;

/** Returns the id of the newest call of the period. */
const newestOf = async (db: Kysely<ReadTables>, { from, to }: Period): Promise<bigint> => {
  const { rows } = await (to
    ? sql<{ id: string }>`select id::text from gateway_requests where started_at >= ${from} and started_at < ${to}
        order by started_at desc limit 1`
    : sql<{ id: string }>`select coalesce(max(id), 0)::text as id from gateway_requests`
  ).execute(db);
  return BigInt(rows[0]?.id ?? 0);
};

/**
 * Returns how the calls are found that somebody may see.
 *
 * Parts of a path or of a key's name are looked for among the newest calls of the period first. Those that are rare are read by their index and sorted,
 * those that are not from the newest call on. Postgres can't tell: it takes every unknown word for one that many calls have, and reads
 * all of them for one that none has. Of those that are neither, so many of the newest are read as will do (`first`).
 */
export const readPlan = async (db: Kysely<ReadTables>, seen: Seen): Promise<Plan> => {
  const { filter } = seen;
  if (!findsCalls(filter)) {
    const { rows } = await sql<Summed>`
      select until::timestamp at time zone 'UTC' as "daysUntil", totals_until::timestamp at time zone 'UTC' as "totalsUntil",
        folded_until::text as "hoursUntil", greatest(folded_at, '2000-01-01') as "hoursSince"
      -- Both have one row. Postgres does not know it, and would prepare for millions.
      from (select * from gateway_request_summed_days limit 1) days, (select * from gateway_request_folds limit 1) hours`.execute(
      db,
    );
    return { isRare: false, summed: rows[0] };
  }
  if (filter.path === undefined && filter.key === undefined) return { isRare: false };
  // Each id is told to the next statement: Postgres does not know that few have one that it has to look up first.
  const newestId = await newestOf(db, keptPeriod(seen));
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from gateway_requests
    where id > ${newestId - BigInt(sample.calls)}::bigint and id <= ${newestId}::bigint and ${requestCondition(seen)}`.execute(
    db,
  );
  const found = rows[0]?.found ?? 0;
  if (found >= sample.common) return { isRare: false };
  if (found < sample.enough) return { isRare: true, most: sample.rare };
  const span = BigInt(Math.ceil((sample.calls * sample.wanted) / found));
  const first = await sql<First>`
    select id::text, started_at as "startedAt" from gateway_requests call where id > ${newestId - span}::bigint
    order by call.id limit 1`.execute(db);
  return { isRare: true, first: first.rows[0] };
};

/** Asks of the newest calls, and of all when those are not enough or every call is `needed`. */
export const newestFirst = async <Answer>(
  seen: Seen,
  needed: 'newest' | 'all',
  ask: (seen: Seen) => Promise<Answer>,
  isEnough: (answer: Answer) => boolean,
): Promise<Answer> => {
  if (seen.plan?.first && needed === 'newest') {
    const answer = await ask(seen);
    if (isEnough(answer)) return answer;
  }
  return await ask(allOf(seen));
};

/** Returns the same of all calls. */
export const allOf = (seen: Seen): Seen => ({ ...seen, plan: seen.plan && { ...seen.plan, first: undefined } });

/** Calls that match, all of them read before any is sorted: as many as are rare. `found` tells Postgres nothing of the limit. */
export const rareRequests = (seen: Seen, columns: RawBuilder<unknown>): RawBuilder<unknown> => {
  const found = sql`found as materialized (select ${columns} from gateway_requests where ${requestCondition(seen)})`;
  return sql`${found}, rare as materialized (select * from found limit ${seen.plan?.most ?? null})`;
};

/**
 * A table of `status` and `count` that adds up to exactly the calls of `requestCondition`. Full days come from the days, full hours
 * beside them from the hours, and the partial hours at both ends from the calls, as those that are not counted yet.
 *
 * A filter that finds single calls counts the newest, one more than `mostCounted` at most: whoever searches for a call wants
 * to see few, and no index counts a part of a path fast.
 */
export const countedRequests = (seen: Seen): RawBuilder<unknown> => {
  if (seen.plan?.isRare)
    return sql`(with ${rareRequests(seen, sql`status`)} select status, 1 as count from rare limit ${mostCounted + 1})`;
  if (findsCalls(seen.filter))
    return sql`(select status, 1 as count from gateway_requests where ${requestCondition(seen)} order by id desc limit ${mostCounted + 1})`;
  const conditions = countedConditions(seen);
  const { from, to } = keptPeriod(seen);
  const first = firstOf(hour, from);
  const last = to && lastOf(hour, to);
  const calls = (period: Period) =>
    sql`select status, 1 as count from gateway_requests where ${conditionsOf(seen)}${within('started_at', period)}`;
  if (last && first > last) return calls({ from, to });
  const hours = (period: Period) =>
    sql`select status, count from gateway_request_counts where ${conditions}${within('hour', period)}`;
  const firstDay = firstOf(day, first);
  const none: Summed = { daysUntil: firstDay, totalsUntil: firstDay, hoursUntil: '0', hoursSince: first };
  const summed = seen.plan?.summed ?? none;
  const { hoursUntil, hoursSince } = summed;
  const [table, summedUntil] = isOfAll(seen)
    ? (['gateway_request_day_totals', summed.totalsUntil] as const)
    : (['gateway_request_days', summed.daysUntil] as const);
  const lastDay = last && last < summedUntil ? lastOf(day, last) : summedUntil;
  const since = new Date(Math.max(earlier(hoursSince).getTime(), first.getTime()));
  // Those that arrived in the last seconds (migration 496). The first of the ids tells Postgres that they are few.
  const uncounted = sql`${calls({ from: since, to: last })}
    and not is_counted and id > ${hoursUntil}::bigint and id > (select folded_until from gateway_request_folds)`;
  const days =
    firstDay < lastDay
      ? [
          sql`select status, count from ${sql.table(table)} where ${conditions}
            and day >= ${dateOf(firstDay)}::date and day < ${dateOf(lastDay)}::date`,
          ...(first < firstDay ? [hours({ from: first, to: firstDay })] : []),
          hours({ from: lastDay, to: last }),
        ]
      : [hours({ from: first, to: last })];
  return sql.join(
    [
      ...days,
      uncounted,
      ...(from < first ? [calls({ from, to: first })] : []),
      ...(to && last && last < to ? [calls({ from: last, to })] : []),
    ],
    sql` union all `,
  );
};

const firstOf = (step: number, from: Date): Date => new Date(Math.ceil(from.getTime() / step) * step);
const lastOf = (step: number, to: Date): Date => new Date(Math.floor(to.getTime() / step) * step);
const dateOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns a total as it is shown, and whether there are more, see `mostCounted`. */
export const shownTotal = (filter: RequestFilterQuery, counted: number): { total: number; isLeast?: true } =>
  findsCalls(filter) && counted > mostCounted ? { total: mostCounted, isLeast: true } : { total: counted };
