import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { mostRanked, type RankedRow, type Ranking, type RankingQuery } from '#domain/gateway-request/chart.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type ChartSpan, detailOf, spanOf } from './chart-span.ts';
import { oneOf } from './one-of.ts';
import { type About, day, firstDay, isCut, lastDay, type RankedCalls, rankedCalls } from './ranked-calls.ts';
import { apiNames, keyNames, organizationNames } from './ranked-names.ts';

/** `keptSince`: the first moment of which what is ranked is kept. */
type Asked = Readonly<{ actor: Actor; query: RankingQuery; span: ChartSpan; keptSince: Date }>;

type Found = Omit<RankedRow, 'apiName' | 'keyName' | 'orgName' | 'before'> & Readonly<{ orgId: number | null }>;
type Counted = Partial<Found> & Pick<Found, 'calls' | 'failures'> & Readonly<{ is_cut: boolean }>;

const nobody = { apiId: null, method: null, operation: null, consumerId: null, clientIp: null, orgId: null } as const;

/** What tells the rows of a ranking apart, and which of its columns is looked for alone. */
const rankedBy = {
  apis: { about: 'api', columns: ['api_id'], key: 'api_id', type: 'integer' },
  errors: { about: 'operation', columns: ['api_id', 'method', 'operation'], key: 'api_id', type: 'integer' },
  consumers: {
    about: 'key',
    columns: ['consumer_id', 'api_id', 'organization_id'],
    key: 'consumer_id',
    type: 'integer',
  },
  clients: { about: 'address', columns: ['client_ip'], key: 'client_ip', type: 'text' },
} as const satisfies Record<
  Ranking,
  { about: About; columns: readonly string[]; key: string; type: 'integer' | 'text' }
>;

const names = {
  api_id: 'apiId',
  organization_id: 'orgId',
  method: 'method',
  operation: 'operation',
  consumer_id: 'consumerId',
  client_ip: 'clientIp',
} as const;

const hour = 3_600_000;
const minute = 60_000;

const isLong = ({ from, to }: ChartSpan): boolean => to.getTime() - from.getTime() > day;
/** Returns whether something is ranked of which the calls' retention decides how long it is kept, not that of their counts. */
export const isOfCallers = (by: Ranking): boolean => by === 'consumers' || by === 'clients';

/**
 * Returns the time that a ranking is of. More than a day is counted by whole days (UTC), today's until now. Keys and addresses of a method or an
 * operation are in no sums: their calls are read, so of the last day only. The time before is as long as what has passed of it, to the hour,
 * or to the minute where minutes are counted.
 */
export const rankingSpan = (actor: Actor, query: RankingQuery, now: Date): ChartSpan => {
  const isOfLastDay = isOfCallers(query.by) && detailOf(actor, query) === 2 && isLong(spanOf(query, now));
  const span = spanOf(isOfLastDay ? { range: '24h' } : query, now);
  const { from, to, grain } = isLong(span)
    ? { from: lastDay(span.from), to: firstDay(span.to), grain: 'day' as const }
    : span;
  const unit = grain === 'minute' ? minute : hour;
  const until = (Math.floor(now.getTime() / unit) + 1) * unit;
  return { ...span, grain, before: new Date(2 * from.getTime() - until), from, to };
};

const listOf = (by: Ranking) => sql.join(rankedBy[by].columns.map((column) => sql.ref(column)));

const namedListOf = (by: Ranking) =>
  sql.join(rankedBy[by].columns.map((column) => sql`${sql.ref(column)} as ${sql.ref(names[column])}`));

const keyOf = (by: Ranking, row: Partial<Found>): string =>
  JSON.stringify(rankedBy[by].columns.map((column) => row[names[column]]));

const isThere = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined;
const allOf = <Value>(values: readonly (Value | null | undefined)[]): readonly Value[] => [
  ...new Set(values.filter(isThere)),
];

/** Returns rows with the names of what they are about. */
const named = async (db: Kysely<ReadTables>, by: Ranking, rows: readonly (Found & Pick<RankedRow, 'before'>)[]) => {
  const apis = await apiNames(db, allOf(rows.map(({ apiId }) => apiId)));
  const isOfKeys = by === 'consumers';
  const keys = isOfKeys ? await keyNames(db, allOf(rows.map(({ consumerId }) => consumerId))) : undefined;
  const organizations = isOfKeys ? await organizationNames(db, allOf(rows.map(({ orgId }) => orgId))) : undefined;
  return rows.map(
    ({ orgId, ...row }): RankedRow => ({
      ...row,
      apiName: apis.get(row.apiId ?? 0) ?? null,
      keyName: keys?.get(row.consumerId ?? 0) ?? null,
      orgName: organizations?.get(orgId ?? 0) ?? null,
    }),
  );
};

/**
 * Returns what has most of the calls that somebody may see, the most first.
 *
 * @returns also whether calls of rare addresses are left out, so that there may be more.
 */
export const readRanking = async (
  db: Kysely<ReadTables>,
  { actor, query, span, keptSince }: Asked,
): Promise<Readonly<{ data: RankedRow[]; isLeast: boolean }>> => {
  const { by } = query;
  const { about, key, type } = rankedBy[by];
  const { rows: summed } = await sql<{ until: Date }>`
    select coalesce(blocks_until, '2000-01-01')::timestamp at time zone 'UTC' as until from gateway_request_summed_days limit 1`.execute(
    db,
  );
  const asked: RankedCalls = {
    actor,
    query,
    about: by === 'apis' && detailOf(actor, query) === 2 ? 'operation' : about,
    blocksUntil: summed[0]?.until ?? new Date(0),
    grain: span.grain,
  };
  // What is older is about to be forgotten, and longer blocks with it already are.
  const from = span.from < keptSince ? keptSince : span.from;
  // In blocks of days, calls and failures are in one row.
  const isByFailures = by === 'errors' && span.grain !== 'day' && query.statusClass.length === 0;
  const most = by === 'errors' ? sql`sum(failures)` : sql`sum(calls)`;
  const { rows } = await sql<Counted>`
    select ${namedListOf(by)}, sum(calls)::bigint as calls, sum(failures)::bigint as failures, bool_or(bool_or(is_cut)) over () as is_cut
    from (${rankedCalls({ ...asked, isFailing: isByFailures }, { from, to: span.to })}) counted
    group by ${listOf(by)} having ${most} > 0 order by ${most} desc, ${listOf(by)} limit ${mostRanked}`.execute(db);

  const found = allOf(rows.map((row) => row[names[key]]));
  const summedFor = async (period: Readonly<{ from: Date; to: Date }>): Promise<Map<string, number>> => {
    const { rows: counted } = await sql<Counted>`
      select ${namedListOf(by)}, sum(calls)::bigint as calls
      from (${rankedCalls({ ...asked, only: oneOf(key, found, type) }, period)}) counted
      group by ${listOf(by)}`.execute(db);
    return new Map(counted.map((row) => [keyOf(by, row), row.calls]));
  };
  // Those that fail most are found among the failures. Only theirs are the calls that did not fail.
  const ofFound = isByFailures && found.length > 0 ? await summedFor({ from, to: span.to }) : undefined;
  const isKept = span.before >= keptSince;
  const periodBefore = { from: span.before, to: span.from };
  const callsBefore = isKept && found.length > 0 ? await summedFor(periodBefore) : new Map<string, number>();
  // An address that is left out of a block has no row that would tell.
  const { rows: cuts } = await sql<{ is_cut: boolean }>`
    select ${isKept ? isCut(asked, periodBefore) : sql`false`} as is_cut`.execute(db);
  const data = await named(
    db,
    by,
    rows.map(({ is_cut: _cut, ...row }) => ({
      ...nobody,
      ...row,
      calls: ofFound?.get(keyOf(by, row)) ?? row.calls,
      before: isKept ? (callsBefore.get(keyOf(by, row)) ?? 0) : null,
    })),
  );
  return { data, isLeast: [...rows, ...cuts].some(({ is_cut }) => is_cut) };
};
