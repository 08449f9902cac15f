import { queryOptions } from '@tanstack/react-query';
import { listBusinessAreas } from '#domain/business-area/list-calls.ts';
import { get } from '../../../api/client.ts';

export const businessAreasKey = ['business-areas'] as const;

/** Milliseconds. */
const minute = 60_000;

export const businessAreasOptions = queryOptions({
  queryKey: businessAreasKey,
  queryFn: ({ signal }) => get(listBusinessAreas, {}, signal),
  staleTime: minute,
});
