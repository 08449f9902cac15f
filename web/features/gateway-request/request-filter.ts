import type { Address } from '#domain/core/call.ts';
import type { downloadRequests } from '#domain/gateway-request/calls.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { wholeDays } from '../../components/table/report-period.ts';

/** The parameters without a filter. */
export const noFilter = {
  orgId: [],
  apiId: [],
  env: [],
  responseStatusCode: [],
  startDate: undefined,
  endDate: undefined,
} satisfies RequestFilterQuery;

/** Returns the filters in a screen's parameters, without page and order. */
export const filterOf = ({
  orgId,
  apiId,
  env,
  responseStatusCode,
  startDate,
  endDate,
}: RequestFilterQuery): RequestFilterQuery => ({ orgId, apiId, env, responseStatusCode, startDate, endDate });

export const isFiltered = (filter: RequestFilterQuery): boolean =>
  Object.values(filterOf(filter)).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

export const isSameFilter = (one: RequestFilterQuery, other: RequestFilterQuery): boolean =>
  JSON.stringify(filterOf(one)) === JSON.stringify(filterOf(other));

/** Returns the parameters of the call. */
export const requestFilterParameters = ({
  startDate,
  endDate,
  ...lists
}: RequestFilterQuery): NonNullable<Address<typeof downloadRequests>['query']> => ({
  orgId: lists.orgId.join(','),
  apiId: lists.apiId.join(','),
  env: lists.env.join(','),
  responseStatusCode: lists.responseStatusCode.join(','),
  ...wholeDays({ startDate, endDate }),
});
