import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { growingListParameters, growingPlace, listFilter } from '../core/list.ts';
import { periodFilters } from '../core/period.ts';
import { atMost } from '../core/required-text.ts';

/** The access report (docs/product/gateways.md). Gateway calls are telemetry, not events. */
export const requestPageSize = 20;

const filters = {
  orgId: listFilter(idParameter),
  apiId: listFilter(idParameter),
  env: listFilter(environmentSchema),
  responseStatusCode: listFilter(z.pipe(z.string().check(atMost(3), z.regex(/^[1-5]\d\d$/)), z.transform(Number))),
  ...periodFilters,
};

/** `GET /api/kong/requests`; lists are comma-separated. */
export const requestListQuery = z.extend(
  growingListParameters(['id', 'apiName', 'orgName', 'env', 'clientIp', 'upstreamUri', 'responseStatus', 'startedAt'], {
    sort: 'id',
    order: 'desc',
  }),
  filters,
);
export type RequestListQuery = z.output<typeof requestListQuery>;

/** `GET /api/kong/requests/count`. */
export const requestFilterQuery = z.object(filters);
export type RequestFilterQuery = z.output<typeof requestFilterQuery>;

const requestRow = z.object({
  id: idSchema,
  apiName: z.string(),
  orgName: z.string(),
  env: z.string(),
  clientIp: z.string(),
  upstreamUri: z.string(),
  responseStatus: z.int(),
  startedAt: z.string(),
});
export type RequestRow = z.output<typeof requestRow>;

export const requestPage = z.object({ data: z.array(requestRow), total: z.int(), page: z.int(), ...growingPlace });
export type RequestPage = z.output<typeof requestPage>;

export const requestCounts = z.object({ total: z.int(), api_success_count: z.int(), api_failure_count: z.int() });
export type RequestCounts = z.output<typeof requestCounts>;

/** `GET /api/all-response-codes`. */
export const responseCodes = z.array(z.int());
