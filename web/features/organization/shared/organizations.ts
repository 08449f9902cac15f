import { queryOptions } from '@tanstack/react-query';
import { listOrganizationOptions } from '#domain/organization/option-calls.ts';
import { get } from '../../../api/client.ts';

/** Reads the organizations that the user may choose. */
export const organizationsOptions = queryOptions({
  queryKey: ['organizations', 'all'],
  queryFn: ({ signal }) => get(listOrganizationOptions, {}, signal),
  staleTime: 60_000,
});
