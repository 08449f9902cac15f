import type { Address } from '#domain/core/call.ts';
import type { downloadRequests } from '#domain/gateway-request/calls.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';

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

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length;

/** Returns whether the end is before the start. Days compare as text. */
export const endsBeforeStart = ({ startDate, endDate }: RequestFilterQuery): boolean =>
  startDate !== undefined && endDate !== undefined && endDate < startDate;

/**
 * Returns the parameters of the call. A day is the whole day in the user's time zone, to the millisecond, because the
 * table also shows that time zone.
 */
export const requestFilterParameters = ({
  startDate,
  endDate,
  ...lists
}: RequestFilterQuery): NonNullable<Address<typeof downloadRequests>['query']> => ({
  orgId: lists.orgId.join(','),
  apiId: lists.apiId.join(','),
  env: lists.env.join(','),
  responseStatusCode: lists.responseStatusCode.join(','),
  startDate: startDate && isDay(startDate) ? new Date(`${startDate}T00:00:00.000`).toISOString() : startDate,
  endDate: endDate && isDay(endDate) ? new Date(`${endDate}T23:59:59.999`).toISOString() : endDate,
});
