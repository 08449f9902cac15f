import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countRequests, downloadRequests, listRequests, listResponseCodes } from '#domain/gateway-request/calls.ts';
import type { ChartRange, Ranking } from '#domain/gateway-request/chart.ts';
import { rankRequests, readRequestSeries } from '#domain/gateway-request/chart-calls.ts';
import type { RequestFilterQuery, RequestListQuery } from '#domain/gateway-request/schema.ts';
import { get, urlOf } from '../../api/client.ts';
import { filterOf, requestFilterParameters } from './request-filter.ts';

export const requestsKey = ['requests'] as const;

/** Reads a page of the report. It is never fresh, so that Apply always reads again. */
export const requestListOptions = (params: RequestListQuery) =>
  queryOptions({
    queryKey: [...requestsKey, 'list', params],
    queryFn: ({ signal }) => {
      const { page, sort, order, after, before } = params;
      const query = { ...requestFilterParameters(params), page, sort, order, after, before };
      return get(listRequests, { query }, signal);
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const requestCountsOptions = (params: RequestFilterQuery) =>
  queryOptions({
    queryKey: [...requestsKey, 'counts', filterOf(params)],
    queryFn: ({ signal }) => get(countRequests, { query: requestFilterParameters(filterOf(params)) }, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Returns the address of the report as a file. */
export const requestReportUrl = (params: RequestFilterQuery): string =>
  urlOf(downloadRequests, { query: requestFilterParameters(filterOf(params)) });

export const responseCodesOptions = queryOptions({
  queryKey: [...requestsKey, 'response-codes'],
  queryFn: ({ signal }) => get(listResponseCodes, {}, signal),
});

/** Reads a call by its request id. Null when it is not kept any more, or somebody else's. */
export const requestOptions = (requestId: string) =>
  queryOptions({
    queryKey: [...requestsKey, 'call', requestId],
    queryFn: async ({ signal }) => (await get(listRequests, { query: { requestId } }, signal)).data[0] ?? null,
  });

/** The parameters of the charts that show the calls of a filter. Statuses are counted by their class. */
const chartParameters = ({ orgId, apiId, env, method, operation, responseStatusCode }: RequestFilterQuery) => ({
  orgId: orgId.join(','),
  apiId: apiId.join(','),
  env: env.join(','),
  method: method.join(','),
  operation,
  statusClass: [...new Set(responseStatusCode.map((status) => Math.floor(status / 100)))].join(','),
});

/** Reads calls by time. It is never fresh, as the list. */
export const requestSeriesOptions = (filter: RequestFilterQuery, range: ChartRange) => {
  const query = { ...chartParameters(filter), range };
  return queryOptions({
    queryKey: [...requestsKey, 'series', query],
    queryFn: ({ signal }) => get(readRequestSeries, { query }, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
};

export const rankingOptions = (by: Ranking, filter: RequestFilterQuery, range: ChartRange) => {
  const query = { ...chartParameters(filter), range, by };
  return queryOptions({
    queryKey: [...requestsKey, 'top', query],
    queryFn: ({ signal }) => get(rankRequests, { query }, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
};
