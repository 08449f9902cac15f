import { queryOptions } from '@tanstack/react-query';
import { listApiOptions } from '#domain/api/option-calls.ts';
import { get } from '../../../api/client.ts';

const minute = 60_000;

/** The names of all APIs that the user may see, for filters. */
export const allApisOptions = queryOptions({
  queryKey: ['apis', 'names'],
  queryFn: ({ signal }) => get(listApiOptions, {}, signal),
  staleTime: minute,
});
