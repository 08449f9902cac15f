import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type RequestFilterQuery,
  type RequestListQuery,
  requestCounts,
  requestPage,
  responseCodes,
} from '#domain/request/schema.ts';
import { get, urlOf } from '../../api/old-client.ts';
import { filterOf, requestFilterParameters } from './request-filter.ts';

export const requestsKey = ['requests'] as const;

/** Reads a page of the report. It is never fresh, so that Apply always reads again. */
export const requestListOptions = (params: RequestListQuery) =>
  queryOptions({
    queryKey: [...requestsKey, 'list', params],
    queryFn: ({ signal }) => {
      const { page, sort, order } = params;
      return get(requestPage, '/api/kong/requests', { ...requestFilterParameters(params), page, sort, order }, signal);
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const requestCountsOptions = (params: RequestFilterQuery) =>
  queryOptions({
    queryKey: [...requestsKey, 'counts', filterOf(params)],
    queryFn: ({ signal }) =>
      get(requestCounts, '/api/kong/requests/count', requestFilterParameters(filterOf(params)), signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Returns the address of the report as a file. */
export const requestReportUrl = (params: RequestFilterQuery): string =>
  urlOf('/api/kong/requests/download', requestFilterParameters(filterOf(params)));

export const responseCodesOptions = queryOptions({
  queryKey: [...requestsKey, 'response-codes'],
  queryFn: ({ signal }) => get(responseCodes, '/api/all-response-codes', {}, signal),
});

const minute = 60_000;

export const allApisOptions = queryOptions({
  queryKey: ['apis', 'names'],
  queryFn: ({ signal }) => get(z.array(z.object({ id: z.int(), name: z.string() })), '/api/allapis', {}, signal),
  staleTime: minute,
});
