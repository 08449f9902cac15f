import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import type { RankingQuery } from '#domain/gateway-request/chart.ts';
import { type ChartSpan, detailOf } from './chart-span.ts';
import { oneOf } from './one-of.ts';
import { scopeConditions } from './request-filter.ts';

/** What calls are counted by: the kinds of `gateway_request_blocks`. */
export type About = 'api' | 'operation' | 'key' | 'address';

/**
 * @property only        further conditions on the columns of what calls are counted by.
 * @property blocksUntil the first day (UTC) that is in no block.
 * @property isFailing   of the sums of hours and minutes, only those of failures are read: a seventh of the rows, each as wide as its latencies.
 */
export type RankedCalls = Readonly<{
  actor: Actor;
  query: RankingQuery;
  about: About;
  blocksUntil: Date;
  grain: ChartSpan['grain'];
  only?: readonly RawBuilder<unknown>[];
  isFailing?: boolean;
}>;

const hour = 3_600_000;
export const day = 24 * hour;
export const firstDay = (from: Date): Date => new Date(Math.ceil(from.getTime() / day) * day);
export const lastDay = (to: Date): Date => new Date(Math.floor(to.getTime() / day) * day);

/** From one moment up to another. */
type Whole = Readonly<{ from: Date; to: Date }>;

const isOfCallers = (about: About): boolean => about === 'key' || about === 'address';

/** Days of the longest block, and the day at which blocks of all lengths begin (migration 543). */
const longestBlock = 64;
const blocksBegin = Date.parse('2000-01-01T00:00:00Z');

/** Returns the blocks that have exactly the days of a period, the longest that fit. */
export const blocksOf = ({
  from,
  to,
}: Readonly<{ from: Date; to: Date }>): readonly Readonly<{ first: Date; days: number }>[] => {
  const blocks: { first: Date; days: number }[] = [];
  const last = (to.getTime() - blocksBegin) / day;
  for (let at = (from.getTime() - blocksBegin) / day; at < last; ) {
    let days = longestBlock;
    while (at % days > 0 || at + days > last) days /= 2;
    blocks.push({ first: new Date(blocksBegin + at * day), days });
    at += days;
  }
  return blocks;
};

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions], sql` and `);

const dateOf = (time: Date): RawBuilder<unknown> => sql`${time.toISOString().slice(0, 10)}::date`;

/** The conditions on what all tables have: those of the filters but for the time and the class of status. */
const conditionsOf = ({ actor, query, about, only = [] }: RankedCalls): readonly RawBuilder<unknown>[] => [
  ...scopeConditions(actor, query),
  ...oneOf('method', query.method, 'text'),
  ...(query.operation === undefined ? [] : [sql`operation = ${query.operation}`]),
  ...(about === 'key' ? [sql`consumer_id is not null`] : []),
  ...only,
];

const subjects = sql`api_id, organization_id, method, operation, consumer_id, client_ip`;

const ofBlocks = (asked: RankedCalls, period: Whole): RawBuilder<unknown> => {
  const blocks = blocksOf(period).map(({ first, days }) => sql`first = ${dateOf(first)} and days = ${days}`);
  return sql`about = ${asked.about} and (${sql.join(blocks, sql` or `)}) and ${all(conditionsOf(asked))}`;
};

/** Calls of whole days that are in blocks. */
const inBlocks = (asked: RankedCalls, period: Whole): RawBuilder<unknown> => {
  const { statusClass } = asked.query;
  const sumOf = (classes: readonly number[]) =>
    sql.join([sql`0`, ...classes.map((one) => sql.ref(`of_${one}`))], sql` + `);
  const counts =
    statusClass.length === 0
      ? sql`calls, failures`
      : sql`${sumOf(statusClass)} as calls, ${sumOf(statusClass.filter((one) => one >= 4))} as failures`;
  return sql`select ${subjects}, ${counts}, is_cut from gateway_request_blocks where ${ofBlocks(asked, period)}`;
};

const classed = ({ query }: RankedCalls, table: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${subjects}, count as calls, case when status_class >= 4 then count else 0 end as failures, false as is_cut
  from ${table} where ${all(oneOf('status_class', query.statusClass, 'integer'))}`;

const within = (time: RawBuilder<unknown>, { from, to }: Whole) => sql`${time} >= ${from} and ${time} < ${to}`;

const inSums = (asked: RankedCalls, grain: ChartSpan['grain'], period: Whole): RawBuilder<unknown> =>
  classed(
    asked,
    sql`(select *, null::integer as consumer_id, null::text as client_ip from gateway_request_sums
      where grain = ${grain} and detail = ${asked.about === 'api' ? 1 : 2} and ${within(sql`period`, period)} and ${all(
        [...conditionsOf(asked), ...(asked.isFailing ? [sql`status_class >= 4`] : [])],
      )}) s`,
  );

/** Calls of whole days that are in no block yet, or not in the blocks of all organizations together. */
const inDays = (asked: RankedCalls, { from, to }: Whole): RawBuilder<unknown> =>
  isOfCallers(asked.about)
    ? classed(
        asked,
        sql`(select *, null::text as method, null::text as operation from gateway_request_callers
          where day >= ${dateOf(from)} and day < ${dateOf(to)} and ${all(conditionsOf(asked))}) c`,
      )
    : inSums(asked, 'day', { from, to });

/** Calls of a shorter time than a day. Whole hours are in a tenth of the rows that their minutes are in. */
const inHours = (asked: RankedCalls, period: Whole): RawBuilder<unknown> => {
  if (isOfCallers(asked.about))
    return classed(
      asked,
      sql`(select *, (status / 100)::smallint as status_class, 1 as count from gateway_requests
          where ${within(sql`started_at`, period)} and api_id is not null and ${all(conditionsOf(asked))}) r`,
    );
  const { from, to } = period;
  const first = new Date(Math.ceil(from.getTime() / hour) * hour);
  const last = new Date(Math.floor(to.getTime() / hour) * hour);
  if (first >= last) return inSums(asked, asked.grain === 'minute' ? 'minute' : 'hour', period);
  return sql.join(
    [
      ...(from < first ? [inSums(asked, 'minute', { from, to: first })] : []),
      inSums(asked, 'hour', { from: first, to: last }),
      ...(last < to ? [inSums(asked, 'minute', { from: last, to })] : []),
    ],
    sql` union all `,
  );
};

/** Returns the whole days of a period that are read from blocks: from the first on, up to `blocksUntil`. */
const blockedDays = (asked: RankedCalls, { from, to }: Whole): Readonly<{ first: Date; blocksUntil: Date }> => {
  const first = firstDay(from);
  const isOfScope = asked.about === 'address' && detailOf(asked.actor, asked.query) > 0;
  const latest = Math.min(asked.blocksUntil.getTime(), to.getTime());
  return { first, blocksUntil: isOfScope ? first : new Date(Math.max(first.getTime(), latest)) };
};

/** Returns an expression: whether calls of a period are left out of the blocks that are read for it. */
export const isCut = (asked: RankedCalls, period: Whole): RawBuilder<boolean> => {
  const { first, blocksUntil } = blockedDays(asked, period);
  if (asked.grain !== 'day' || asked.about !== 'address' || first >= blocksUntil) return sql`false`;
  return sql`exists (select from gateway_request_blocks where is_cut and ${ofBlocks(asked, { from: first, to: blocksUntil })})`;
};

/**
 * Returns a table of the calls of a period: what each was counted by, `calls`, `failures`, and whether other calls are left out (`is_cut`). Each
 * row is about some calls.
 *
 * @param period ends at the end of a day, if it is longer than one; the part of a day at its beginning is of whole hours.
 */
export const rankedCalls = (asked: RankedCalls, period: Whole): RawBuilder<unknown> => {
  const { from, to } = period;
  if (asked.grain !== 'day') return inHours(asked, period);
  const { first, blocksUntil } = blockedDays(asked, period);
  return sql.join(
    [
      ...(from < first ? [inHours(asked, { from, to: first })] : []),
      ...(first < blocksUntil ? [inBlocks(asked, { from: first, to: blocksUntil })] : []),
      ...(blocksUntil < to ? [inDays(asked, { from: blocksUntil, to })] : []),
    ],
    sql` union all `,
  );
};
