import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { growingListParameters, growingPlace, listFilter } from '../core/list.ts';
import { periodFilters } from '../core/period.ts';
import { atMost } from '../core/required-text.ts';

/** The access report (docs/product/gateways.md). Gateway calls are telemetry, not events. */
export const requestPageSize = 20;

/** The methods that a description can have. */
export const callMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

const searched = (longest: number) =>
  z.pipe(
    z.optional(z.string().check(atMost(longest), z.trim())),
    z.transform((text) => text || undefined),
  );

const filters = {
  orgId: listFilter(idParameter),
  apiId: listFilter(idParameter),
  env: listFilter(environmentSchema),
  responseStatusCode: listFilter(z.pipe(z.string().check(atMost(3), z.regex(/^[1-5]\d\d$/)), z.transform(Number))),
  ...periodFilters,
};

/** Filters that find single calls. */
const detailFilters = {
  method: listFilter(z.enum(callMethods)),
  /** A path template, such as `/pets/{id}`: exactly this operation. */
  operation: searched(500),
  /** The beginning of a path when it begins with a slash, else a part of it. Capitals don't matter. */
  path: searched(500),
  clientIp: searched(60),
  /** Keys. */
  consumerId: listFilter(idParameter),
  /** Part of a key's nickname at the time of the call. */
  key: searched(200),
  /** The gateway's id of the call, as callers see it in `X-Kong-Request-Id`. */
  requestId: searched(100),
};

/** `GET /api/kong/requests`; lists are comma-separated. */
export const requestListQuery = z.extend(
  growingListParameters(['id', 'apiName', 'orgName', 'env', 'clientIp', 'upstreamUri', 'responseStatus', 'startedAt'], {
    sort: 'id',
    order: 'desc',
  }),
  { ...filters, ...detailFilters },
);
export type RequestListQuery = z.output<typeof requestListQuery>;

/** `GET /api/kong/requests/count`. */
export const requestFilterQuery = z.object({ ...filters, ...detailFilters });
export type RequestFilterQuery = z.output<typeof requestFilterQuery>;

/** A field that the last release did not answer. */
const newText = z._default(z.nullable(z.string()), null);
const newNumber = z._default(z.nullable(z.int()), null);

const requestRow = z.object({
  id: idSchema,
  apiName: z.string(),
  orgName: z.string(),
  env: z.string(),
  clientIp: z.string(),
  upstreamUri: z.string(),
  responseStatus: z.int(),
  startedAt: z.string(),
  /** As the gateway writes it: 32 hex digits. */
  requestId: newText,
  method: newText,
  operation: newText,
  path: newText,
  apiId: newNumber,
  orgId: newNumber,
  consumerId: newNumber,
  /** The key's nickname at the time of the call. */
  keyName: newText,
  /** Milliseconds. Null where the gateway did not tell, or asked no upstream. */
  gatewayMs: newNumber,
  upstreamMs: newNumber,
  /** Bytes with heads. */
  requestBytes: newNumber,
  responseBytes: newNumber,
});
export type RequestRow = z.output<typeof requestRow>;

/** Calls that are counted where a filter finds single calls. There may be more than this. */
export const mostCounted = 1_000;

/** Set when there are more calls than `total` says, see `mostCounted`. */
const isLeast = z.optional(z.literal(true));

export const requestPage = z.object({
  data: z.array(requestRow),
  total: z.int(),
  page: z.int(),
  isLeast,
  ...growingPlace,
});
export type RequestPage = z.output<typeof requestPage>;

/** With `isLeast`, the counts are of the newest calls. */
export const requestCounts = z.object({
  total: z.int(),
  api_success_count: z.int(),
  api_failure_count: z.int(),
  isLeast,
});
export type RequestCounts = z.output<typeof requestCounts>;

/** `GET /api/all-response-codes`. */
export const responseCodes = z.array(z.int());
