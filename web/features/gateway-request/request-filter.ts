import type { Address } from '#domain/core/call.ts';
import type { downloadRequests } from '#domain/gateway-request/calls.ts';
import { type RequestFilterQuery, requestFilterQuery } from '#domain/gateway-request/schema.ts';
import { wholeDays } from '../../components/table/report-period.ts';

/** The parameters without a filter. */
export const noFilter: RequestFilterQuery = {
  ...requestFilterQuery.parse({}),
  startDate: undefined,
  endDate: undefined,
};

/** Returns the filters in a screen's parameters, without page and order. */
export const filterOf = ({
  orgId,
  apiId,
  env,
  responseStatusCode,
  startDate,
  endDate,
  method,
  operation,
  path,
  clientIp,
  consumerId,
  key,
  requestId,
}: RequestFilterQuery): RequestFilterQuery => ({
  ...{ orgId, apiId, env, responseStatusCode, startDate, endDate },
  ...{ method, operation, path, clientIp, consumerId, key, requestId },
});

const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined);

export const isFiltered = (filter: RequestFilterQuery): boolean => Object.values(filterOf(filter)).some(isSet);

/** Returns whether a filter finds single calls. */
export const findsCalls = ({ method, operation, path, clientIp, consumerId, key, requestId }: RequestFilterQuery) =>
  [method, operation, path, clientIp, consumerId, key, requestId].some(isSet);

export const isSameFilter = (one: RequestFilterQuery, other: RequestFilterQuery): boolean =>
  JSON.stringify(filterOf(one)) === JSON.stringify(filterOf(other));

/** Returns the parameters of the call. A screen's other parameters are left out: the server knows none of them. */
export const requestFilterParameters = (
  filter: RequestFilterQuery,
): NonNullable<Address<typeof downloadRequests>['query']> => {
  const { startDate, endDate, orgId, apiId, env, responseStatusCode, method, consumerId, ...texts } = filterOf(filter);
  return {
    orgId: orgId.join(','),
    apiId: apiId.join(','),
    env: env.join(','),
    responseStatusCode: responseStatusCode.join(','),
    method: method.join(','),
    consumerId: consumerId.join(','),
    ...texts,
    ...wholeDays({ startDate, endDate }),
  };
};
