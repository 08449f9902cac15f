import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { mostRanked, type RankedRow, type Ranking, type RankingQuery } from '#domain/gateway-request/chart.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type ChartSpan, chartConditions, detailOf, spanOf, sumsCondition } from './chart-span.ts';

/** `keptSince`: the first moment of which keys and addresses are kept. `daysUntil`: the first day (UTC) that is not summed up. */
type Asked = Readonly<{ actor: Actor; query: RankingQuery; span: ChartSpan; keptSince: Date; daysUntil: Date }>;

const counts = (time: RawBuilder<unknown>, from: Date) => sql`
  coalesce(sum(count) filter (where ${time} >= ${from}), 0)::integer as calls,
  coalesce(sum(count) filter (where ${time} >= ${from} and status_class >= 4), 0)::integer as failures,
  coalesce(sum(count) filter (where ${time} < ${from}), 0)::integer as before`;

/** An API's name. A deleted one has the name of its last call. */
const apiName = sql`coalesce(
  (select name from apis where id = ranked.api_id),
  (select api_name from gateway_requests r where r.api_id = ranked.api_id order by r.id desc limit 1))`;

const organizationName = sql`(select name from organizations where id = ranked.organization_id)`;

const day = 86_400_000;
const firstDay = (from: Date) => new Date(Math.ceil(from.getTime() / day) * day);
const lastDay = (to: Date) => new Date(Math.floor(to.getTime() / day) * day);

/**
 * The counts of a span and of the one before it: of whole days, and of the hours beside them. Their rows are a tenth as wide as those of the
 * sums, which have latencies.
 */
const countsOf = ({ actor, query, span, daysUntil }: Asked) => {
  const parts = [
    [span.before, span.from],
    [span.from, span.to],
  ] as const;
  const read = parts.flatMap(([from, to]) => {
    const first = firstDay(from);
    const last = new Date(Math.min(lastDay(to).getTime(), daysUntil.getTime()));
    const hours = (since: Date, until: Date) => sql`
      select api_id, organization_id, environment, hour as period, (status / 100)::smallint as status_class, count
      from gateway_request_counts where hour >= ${since} and hour < ${until}`;
    if (first >= last) return [hours(from, to)];
    const days = sql`
      select api_id, organization_id, environment, day::timestamp at time zone 'UTC', (status / 100)::smallint, count
      from gateway_request_days where day >= ${first.toISOString().slice(0, 10)}::date and day < ${last.toISOString().slice(0, 10)}::date`;
    return [hours(from, first), days, hours(last, to)];
  });
  const where = sql.join([sql`true`, ...chartConditions(actor, query)], sql` and `);
  return sql`(select * from (${sql.join(read, sql` union all `)}) c where ${where}) c`;
};

const apis = (asked: Asked) => {
  const { actor, query, span } = asked;
  const isOfOperations = detailOf(actor, query) === 2;
  const from =
    isOfOperations || span.grain === 'minute'
      ? sql`gateway_request_sums where ${sumsCondition(actor, query, span, isOfOperations ? 2 : 1)}`
      : countsOf(asked);
  return sql`
    select api_id as "apiId", ${apiName} as "apiName", calls, failures, before from (
      select api_id, ${counts(sql`period`, span.from)}
      from ${from}
      group by api_id order by calls desc, api_id limit ${mostRanked}
    ) ranked where calls > 0 order by calls desc, api_id`;
};

/** Operations with most failed calls, each with all its calls. */
const errors = ({ actor, query, span }: Asked) => {
  const condition = sumsCondition(actor, query, span, 2);
  return sql`
    with failing as (
      select api_id, method, operation, sum(count) as failed from gateway_request_sums
      where ${condition} and period >= ${span.from} and status_class >= 4
      group by api_id, method, operation order by failed desc, api_id, method, operation limit ${mostRanked}
    ), ranked as (
      select api_id, method, operation, all_calls.* from failing cross join lateral (
        select ${counts(sql`period`, span.from)} from gateway_request_sums s
        where ${condition} and s.api_id = failing.api_id and s.method is not distinct from failing.method
          and s.operation is not distinct from failing.operation
      ) all_calls
    )
    select api_id as "apiId", ${apiName} as "apiName", method, operation, calls, failures, before
    from ranked order by failures desc, api_id, method, operation`;
};

const isLong = ({ from, to }: ChartSpan): boolean => to.getTime() - from.getTime() > day;

/**
 * Returns the time that a ranking is of. Keys and addresses of more than a day are counted by whole days (UTC). Those of a method or an
 * operation are in no sums: their calls are read, so of the last day only.
 */
export const rankingSpan = (actor: Actor, query: RankingQuery, now: Date): ChartSpan => {
  const span = spanOf(query, now);
  if (query.by === 'apis' || query.by === 'errors' || !isLong(span)) return span;
  if (detailOf(actor, query) === 2) return spanOf({ range: '24h' }, now);
  const from = lastDay(span.from);
  const before = new Date(from.getTime() - (span.from.getTime() - span.before.getTime()));
  return { ...span, before, from, to: firstDay(span.to) };
};

/** Where keys and addresses of calls are: the calls themselves, or for longer spans their sums by day. */
const callersOf = ({ actor, query, span }: Asked): { from: RawBuilder<unknown>; time: RawBuilder<unknown> } => {
  const conditions = chartConditions(actor, query);
  const where = sql.join([sql`api_id is not null`, ...conditions], sql` and `);
  return isLong(span)
    ? {
        from: sql`(select *, day::timestamp at time zone 'UTC' as time from gateway_request_callers
          where day >= (${span.before}::timestamptz at time zone 'UTC')::date and day < (${span.to}::timestamptz at time zone 'UTC')::date and ${where}) c`,
        time: sql`time`,
      }
    : {
        from: sql`(select * from (
            select *, (status / 100)::smallint as status_class, 1 as count from gateway_requests
            where started_at >= ${span.before} and started_at < ${span.to}
          ) r where ${where}) c`,
        time: sql`started_at`,
      };
};

const consumers = (asked: Asked) => {
  const { from, time } = callersOf(asked);
  return sql`
    select consumer_id as "consumerId", api_id as "apiId", ${apiName} as "apiName", ${organizationName} as "orgName",
      coalesce((select nickname from consumers where id = ranked.consumer_id), consumer_name) as "keyName", calls, failures, before
    from (
      select consumer_id, api_id, organization_id, max(consumer_name) as consumer_name, ${counts(time, asked.span.from)}
      from ${from} where consumer_id is not null
      group by consumer_id, api_id, organization_id order by calls desc, consumer_id limit ${mostRanked}
    ) ranked where calls > 0 order by calls desc, consumer_id`;
};

const clients = (asked: Asked) => {
  const { from, time } = callersOf(asked);
  return sql`
    select client_ip as "clientIp", calls, failures, before from (
      select client_ip, ${counts(time, asked.span.from)} from ${from}
      group by client_ip order by calls desc, client_ip limit ${mostRanked}
    ) ranked where calls > 0 order by calls desc, client_ip`;
};

const statements: Readonly<Record<Ranking, (asked: Asked) => RawBuilder<unknown>>> = {
  apis,
  consumers,
  errors,
  clients,
};

const nobody: RankedRow = {
  ...{ apiId: null, apiName: null, method: null, operation: null, consumerId: null, keyName: null, orgName: null },
  ...{ clientIp: null, calls: 0, failures: 0, before: null },
};

/** Returns what has most of the calls that somebody may see, the most first. */
export const readRanking = async (db: Kysely<ReadTables>, ranked: Omit<Asked, 'daysUntil'>): Promise<RankedRow[]> => {
  const { by } = ranked.query;
  const summed = await sql<{ until: Date }>`
    select until::timestamp at time zone 'UTC' as until from gateway_request_summed_days`.execute(db);
  const asked: Asked = { ...ranked, daysUntil: summed.rows[0]?.until ?? new Date(0) };
  const { rows } = await (statements[by](asked) as RawBuilder<Partial<RankedRow>>).execute(db);
  const isKept = by === 'apis' || by === 'errors' || asked.span.before >= asked.keptSince;
  return rows.map((row) => ({ ...nobody, ...row, ...(isKept ? {} : { before: null }) }));
};
