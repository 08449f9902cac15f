import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { type ChartQuery, chartRanges } from '#domain/gateway-request/chart.ts';
import { oneOf } from './one-of.ts';
import { scopeConditions } from './request-filter.ts';

type Grain = 'minute' | 'hour' | 'day';

/**
 * The time that a chart shows. Its steps begin at multiples of their length (UTC); the last one is not over yet.
 *
 * @property before when the same length of time before it begins.
 * @property step   seconds.
 */
export type ChartSpan = Readonly<{ before: Date; from: Date; to: Date; step: number; grain: Grain }>;

const grainOf = (step: number): Grain => (step < 3_600 ? 'minute' : step < 86_400 ? 'hour' : 'day');

/** Returns the time that a chart shows now. */
export const spanOf = ({ range }: Pick<ChartQuery, 'range'>, now: Date): ChartSpan => {
  const { length, step } = chartRanges[range];
  const to = (Math.floor(now.getTime() / 1_000 / step) + 1) * step;
  const at = (seconds: number) => new Date(seconds * 1_000);
  return { before: at(to - 2 * length), from: at(to - length), to: at(to), step, grain: grainOf(step) };
};

/** What a row of the sums is about: 0 nothing further, 1 API and organization, 2 also method and operation, 3 the method alone (423, 545). */
type Detail = 0 | 1 | 2 | 3;

/** Returns the coarsest of the details 0 to 2 that has what the filters ask for. */
export const detailOf = (actor: Actor, query: ChartQuery): 0 | 1 | 2 => {
  if (query.method.length > 0 || query.operation !== undefined) return 2;
  return query.orgId.length > 0 || query.apiId.length > 0 || !may(actor, 'request.list-all') ? 1 : 0;
};

/** Returns whether the calls of all APIs and organizations are asked for by their method: detail 3 has them since it is made. */
export const isOfMethods = (actor: Actor, query: ChartQuery): boolean =>
  detailOf(actor, { ...query, method: [] }) === 0 && query.method.length > 0;

/** The conditions of a chart on the sums, without their time. */
const chartConditions = (actor: Actor, query: ChartQuery): RawBuilder<unknown>[] => [
  ...scopeConditions(actor, query),
  ...oneOf('status_class', query.statusClass, 'integer'),
  ...oneOf('method', query.method, 'text'),
  ...(query.operation === undefined ? [] : [sql`operation = ${query.operation}`]),
];

/** The condition on `gateway_request_sums` of both halves: the span, and the same length before it. */
export const sumsCondition = (actor: Actor, query: ChartQuery, span: ChartSpan, detail: Detail): RawBuilder<unknown> =>
  sql.join(
    [
      sql`grain = ${span.grain} and detail = ${detail} and period >= ${span.before} and period < ${span.to}`,
      ...chartConditions(actor, query),
    ],
    sql` and `,
  );
