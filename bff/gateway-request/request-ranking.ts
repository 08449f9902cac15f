import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { mostRanked, type RankedRow, type Ranking, type RankingQuery } from '#domain/gateway-request/chart.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type ChartSpan, chartConditions, detailOf, sumsCondition } from './chart-span.ts';

/** `keptSince`: the first moment of which keys and addresses are kept. */
type Asked = Readonly<{ actor: Actor; query: RankingQuery; span: ChartSpan; keptSince: Date }>;

const counts = (time: RawBuilder<unknown>, from: Date) => sql`
  coalesce(sum(count) filter (where ${time} >= ${from}), 0)::integer as calls,
  coalesce(sum(count) filter (where ${time} >= ${from} and status_class >= 4), 0)::integer as failures,
  coalesce(sum(count) filter (where ${time} < ${from}), 0)::integer as before`;

/** An API's name. A deleted one has the name of its last call. */
const apiName = sql`coalesce(
  (select name from apis where id = ranked.api_id),
  (select api_name from gateway_requests r where r.api_id = ranked.api_id order by r.id desc limit 1))`;

const organizationName = sql`(select name from organizations where id = ranked.organization_id)`;

const apis = ({ actor, query, span }: Asked) => {
  const detail = detailOf(actor, query) === 2 ? 2 : 1;
  return sql`
    select api_id as "apiId", ${apiName} as "apiName", calls, failures, before from (
      select api_id, ${counts(sql`period`, span.from)}
      from gateway_request_sums where ${sumsCondition(actor, query, span, detail)}
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

/** Hours after which calls are counted by days. */
const mostOfCalls = 24;

/** Where keys and addresses of calls are: the calls themselves, or for longer spans their sums by day. */
const callersOf = ({ actor, query, span }: Asked): { from: RawBuilder<unknown>; time: RawBuilder<unknown> } => {
  const hours = (span.to.getTime() - span.from.getTime()) / 3_600_000;
  const conditions = chartConditions(actor, query);
  const isByDay = hours > mostOfCalls && detailOf(actor, query) < 2;
  const where = sql.join([sql`api_id is not null`, ...conditions], sql` and `);
  return isByDay
    ? {
        from: sql`(select *, day::timestamp at time zone 'UTC' as time from gateway_request_callers
          where day >= (${span.before}::timestamptz at time zone 'UTC')::date and day < (${span.to}::timestamptz at time zone 'UTC')::date + 1 and ${where}) c`,
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
export const readRanking = async (db: Kysely<ReadTables>, asked: Asked): Promise<RankedRow[]> => {
  const { by } = asked.query;
  const { rows } = await (statements[by](asked) as RawBuilder<Partial<RankedRow>>).execute(db);
  const isKept = by === 'apis' || by === 'errors' || asked.span.before >= asked.keptSince;
  return rows.map((row) => ({ ...nobody, ...row, ...(isKept ? {} : { before: null }) }));
};
