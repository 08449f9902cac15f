import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countRequests, downloadRequests, listRequests, listResponseCodes } from '#domain/gateway-request/calls.ts';
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
