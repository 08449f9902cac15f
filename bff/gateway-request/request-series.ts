import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { type ChartQuery, type RequestSeries, statusClasses } from '#domain/gateway-request/chart.ts';
import { addCounts, percentilesOf } from '#domain/gateway-request/latency.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type ChartSpan, detailOf, isOfMethods, spanOf, sumsCondition } from './chart-span.ts';

/** Sums of one step and class of status. `slot`: the step's number, below 0 before the span. */
type Sums = Readonly<{
  slot: number;
  status_class: number;
  count: number;
  gateway: number[] | null;
  upstream: number[] | null;
}>;

/** Returns the calls and latencies of some sums together. */
const together = (sums: readonly Sums[]) => ({
  calls: statusClasses.map((one) =>
    sums.reduce((sum, { status_class, count }) => (status_class === one ? sum + count : sum), 0),
  ),
  gateway: percentilesOf(sums.reduce<number[]>((all, { gateway }) => addCounts(all, gateway ?? []), [])),
  upstream: percentilesOf(sums.reduce<number[]>((all, { upstream }) => addCounts(all, upstream ?? []), [])),
});

const countOf = (sums: readonly Sums[]): number => sums.reduce((sum, { count }) => sum + count, 0);

/** Returns whether all calls of a span are summed up by their method, see `isOfMethods`. */
const hasMethods = async (db: Kysely<ReadTables>, { before }: ChartSpan): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select methods_since <= ${before} as has from gateway_request_folds limit 1`.execute(db);
  return rows[0]?.has === true;
};

/** Returns the calls that somebody may see by time. */
export const readSeries = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  query: ChartQuery,
  now: Date,
): Promise<RequestSeries> => {
  const span = spanOf(query, now);
  const { from, to, step } = span;
  const detail = isOfMethods(actor, query) && (await hasMethods(db, span)) ? 3 : detailOf(actor, query);
  const { rows } = await sql<Sums>`
    select
      floor(extract(epoch from period - ${from}::timestamptz) / ${step})::integer as slot, status_class, sum(count)::integer as count,
      sum_latencies(gateway_ms) as gateway, sum_latencies(upstream_ms) as upstream
    from gateway_request_sums where ${sumsCondition(actor, query, span, detail)}
    group by 1, 2`.execute(db);

  const slots = Math.round((to.getTime() - from.getTime()) / 1_000 / step);
  const bySlot = new Map<number, Sums[]>();
  for (const sums of rows) bySlot.set(sums.slot, [...(bySlot.get(sums.slot) ?? []), sums]);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    step,
    points: Array.from({ length: slots }, (_none, slot) => ({
      at: new Date(from.getTime() + slot * step * 1_000).toISOString(),
      ...together(bySlot.get(slot) ?? []),
      before: countOf(bySlot.get(slot - slots) ?? []),
    })),
    whole: together(rows.filter(({ slot }) => slot >= 0)),
    before: together(rows.filter(({ slot }) => slot < 0)),
  };
};
