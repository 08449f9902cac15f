import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { businessAreaRow } from '#domain/business-area/row.ts';
import { get } from '../../../api/client.ts';

export const businessAreasKey = ['business-areas'] as const;

/** Milliseconds. */
const minute = 60_000;

export const businessAreasOptions = queryOptions({
  queryKey: businessAreasKey,
  queryFn: ({ signal }) => get(z.array(businessAreaRow), '/api/business-areas', {}, signal),
  staleTime: minute,
});
