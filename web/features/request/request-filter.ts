import type { RequestFilterQuery } from '#domain/request/schema.ts';
import type { Query } from '../../api/client.ts';

/** No filter at all. */
export const noFilter = {
  orgId: [],
  apiId: [],
  env: [],
  responseStatusCode: [],
  startDate: undefined,
  endDate: undefined,
} satisfies RequestFilterQuery;

/** The filters of a screen's parameters, without page and order. */
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

/** Days compare as text. */
export const endsBeforeStart = ({ startDate, endDate }: RequestFilterQuery): boolean =>
  startDate !== undefined && endDate !== undefined && endDate < startDate;

/**
 * As the call takes it. A day is the user's own day, from its first to its last millisecond where they are: the
 * table shows their time too.
 */
export const requestFilterParameters = ({ startDate, endDate, ...lists }: RequestFilterQuery): Query => ({
  orgId: lists.orgId.join(','),
  apiId: lists.apiId.join(','),
  env: lists.env.join(','),
  responseStatusCode: lists.responseStatusCode.join(','),
  startDate: startDate && isDay(startDate) ? new Date(`${startDate}T00:00:00.000`).toISOString() : startDate,
  endDate: endDate && isDay(endDate) ? new Date(`${endDate}T23:59:59.999`).toISOString() : endDate,
});
