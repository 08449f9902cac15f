import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { getApi, listApiOwners, listApis } from '#domain/api/calls.ts';
import { type ApiListQuery, apiListQuery, galleryListSize, galleryPageSize } from '#domain/api/schema.ts';
import { listApplicationOptions } from '#domain/application/option-calls.ts';
import { allBusinessAreas } from '#domain/business-area/all.ts';
import { idParameter } from '#domain/core/id.ts';
import { get } from '../../../api/client.ts';

export const apisKey = ['apis'] as const;

/** Address parameters of a gallery: the list, the view (cards or list), and the API that was just published. */
export const galleryParams = z.extend(z.omit(apiListQuery, { my: true, size: true }), {
  view: z._default(z.enum(['cards', 'list']), 'cards'),
  published: z.optional(idParameter),
});
export type GalleryParams = z.output<typeof galleryParams>;

export const galleryQueryOf = (
  { view, published: _published, ...params }: GalleryParams,
  my: boolean,
): ApiListQuery => ({
  ...params,
  my,
  size: view === 'list' ? galleryListSize : galleryPageSize,
});

/** Parameters that clear all filters. */
export const noFilters = {
  name: '',
  orgId: undefined,
  bizappId: undefined,
  env: undefined,
  state: undefined,
  businessAreaId: allBusinessAreas,
} satisfies Partial<GalleryParams>;

/** Returns the number of active filters, without the search. */
export const countFilters = ({ orgId, bizappId, env, state, businessAreaId }: GalleryParams): number =>
  [orgId, bizappId, env, state].filter((value) => value !== undefined).length +
  (businessAreaId === allBusinessAreas ? 0 : 1);

/** Returns the address of the gallery with the new or updated API first, and a notice above. */
export const publishedAddress = (apiId: number): string => `/wall?sort=updatedAt&order=desc&published=${apiId}`;

/** Reads a page of a gallery. `my` limits it to the APIs of the user's own applications and organization. */
export const apiListOptions = (params: ApiListQuery) =>
  queryOptions({
    queryKey: [...apisKey, 'list', params],
    queryFn: ({ signal }) => get(listApis, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.apis.some(({ state }) => state === 'deleting') ? 2_000 : false),
  });

/**
 * Reads one API. Polls while it is being deleted, or while a deployment is being deployed or deleted, and more slowly while a
 * gateway does not respond.
 */
export const apiDetailOptions = (id: number) =>
  queryOptions({
    queryKey: [...apisKey, 'detail', id],
    queryFn: ({ signal }) => get(getApi, { parameters: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'deleting' ||
      data?.deployments.some(({ state }) => state === 'deploying' || state === 'undeploying')
        ? 1_500
        : data?.deployments.some(({ outage }) => outage !== null) && 5_000,
  });

const minute = 60_000;

/** Reads the organizations and applications of a gallery's APIs, for its filters. */
export const apiOwnersOptions = (my: boolean) =>
  queryOptions({
    queryKey: [...apisKey, 'owners', my],
    queryFn: ({ signal }) => get(listApiOwners, { query: { my } }, signal),
    staleTime: minute,
  });

export const myAppsOptions = queryOptions({
  queryKey: ['my-apps'],
  queryFn: ({ signal }) => get(listApplicationOptions, {}, signal),
  staleTime: minute,
});
