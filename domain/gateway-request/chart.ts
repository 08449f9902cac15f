import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idParameter } from '../core/id.ts';
import { listFilter } from '../core/list.ts';
import { atMost } from '../core/required-text.ts';
import { callMethods } from './schema.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds that a chart shows, and that one of its steps takes. */
export const chartRanges = {
  '1h': { length: hour, step: minute },
  '6h': { length: 6 * hour, step: 5 * minute },
  '24h': { length: day, step: hour },
  '7d': { length: 7 * day, step: 6 * hour },
  '30d': { length: 30 * day, step: day },
  '90d': { length: 90 * day, step: day },
} as const;
export type ChartRange = keyof typeof chartRanges;

export const chartRangeNames = Object.keys(chartRanges) as [ChartRange, ...ChartRange[]];

/** The first digits of statuses. 1 is never a call's last status. */
export const statusClasses = [2, 3, 4, 5] as const;

const filters = {
  range: z._default(z.enum(chartRangeNames), '24h'),
  orgId: listFilter(idParameter),
  apiId: listFilter(idParameter),
  env: listFilter(environmentSchema),
  method: listFilter(z.enum(callMethods)),
  /** A path template, such as `/pets/{id}`: exactly this operation. */
  operation: z.pipe(
    z.optional(z.string().check(atMost(500), z.trim())),
    z.transform((text) => text || undefined),
  ),
  statusClass: listFilter(z.pipe(z.string().check(z.regex(/^[2-5]$/)), z.transform(Number))),
};

/** `GET /api/kong/requests/series`; lists are comma-separated. */
export const chartQuery = z.object(filters);
export type ChartQuery = z.output<typeof chartQuery>;

const percentiles = z.nullable(z.object({ p50: z.int(), p95: z.int(), p99: z.int() }));

const span = {
  /** Calls by class of status, in the order of `statusClasses`. */
  calls: z.array(z.int()),
  /** Milliseconds that the gateway itself took, and that it waited for upstreams. Null without calls that told it. */
  gateway: percentiles,
  upstream: percentiles,
};

/** The calls of a range by its steps, and of the same length of time before it. */
export const requestSeries = z.object({
  from: z.string(),
  to: z.string(),
  /** Seconds. */
  step: z.int(),
  /** In order, without gaps. `before`: calls of the same step of the range before. */
  points: z.array(z.object({ at: z.string(), ...span, before: z.int() })),
  whole: z.object(span),
  before: z.object(span),
});
export type RequestSeries = z.output<typeof requestSeries>;

/** What calls are counted by. `errors`: operations with most failed calls. */
export const rankings = ['apis', 'consumers', 'errors', 'clients'] as const;
export type Ranking = (typeof rankings)[number];

/** `GET /api/kong/requests/top`. */
export const rankingQuery = z.object({ ...filters, by: z.enum(rankings) });
export type RankingQuery = z.output<typeof rankingQuery>;

/** Rows of a ranking. */
export const mostRanked = 5;

const nullableText = z.nullable(z.string());

const rankedRow = z.object({
  apiId: z.nullable(z.int()),
  apiName: nullableText,
  method: nullableText,
  /** Null: none of the document's. */
  operation: nullableText,
  consumerId: z.nullable(z.int()),
  keyName: nullableText,
  orgName: nullableText,
  clientIp: nullableText,
  calls: z.int(),
  /** Calls with a status from 400 on. */
  failures: z.int(),
  /** Calls of the same length of time before; null when it is not known any more. */
  before: z.nullable(z.int()),
});
export type RankedRow = z.output<typeof rankedRow>;

/** The most first. */
export const ranking = z.object({
  from: z.string(),
  to: z.string(),
  data: z.array(rankedRow),
  /** Of days with very many addresses, calls of those that called least are not counted: there may be more. */
  isLeast: z._default(z.boolean(), false),
});
