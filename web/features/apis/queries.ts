import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { type ApiListQuery, apiDetail, apiPage } from '#domain/api/schema.ts';
import { applicationOption } from '#domain/application/schema.ts';
import { businessAreaOption } from '#domain/business-area/schema.ts';
import { get } from '#web/api/client.ts';

export const apisKey = ['apis'] as const;

/** `my` leaves only the APIs of the user's own applications and organization. */
export const apiListOptions = (params: ApiListQuery) =>
  queryOptions({
    queryKey: [...apisKey, 'list', params],
    queryFn: ({ signal }) => get(apiPage, '/api/swaggers', params, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.apis.some(({ state }) => state === 'deleting') ? 2_000 : false),
  });

/** One API; asked again while it is being deleted, or one of its deployments is on its way to the gateway, or off it. */
export const apiDetailOptions = (id: number) =>
  queryOptions({
    queryKey: [...apisKey, 'detail', id],
    queryFn: ({ signal }) => get(apiDetail, `/api/api-detail/${id}`, {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'deleting' ||
      data?.deployments.some(({ state }) => state === 'deploying' || state === 'undeploying')
        ? 1_500
        : false,
  });

const minute = 60_000;

export const businessAreasOptions = queryOptions({
  queryKey: ['business-areas'],
  queryFn: ({ signal }) => get(z.array(businessAreaOption), '/api/business-areas', {}, signal),
  staleTime: minute,
});

export const myAppsOptions = queryOptions({
  queryKey: ['my-apps'],
  queryFn: ({ signal }) => get(z.array(applicationOption), '/api/my-apps', {}, signal),
  staleTime: minute,
});

/** Where the document of an API that has no spec is downloaded. */
export const documentUrl = ({ id, revision }: { id: number; revision: number }): string =>
  `/api/swagger/${id}/versions/${revision}`;

/** Where the spec itself is downloaded. */
export const specUrl = (id: number, type: 'yaml' | 'json'): string => `/api/swagger/${id}?type=${type}`;
