import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { organizationOption } from '#domain/organization/option.ts';
import { get } from '../../../api/old-client.ts';

/** Reads the organizations that the user may choose. */
export const organizationsOptions = queryOptions({
  queryKey: ['organizations', 'all'],
  queryFn: ({ signal }) => get(z.array(organizationOption), '/api/all-organizations', {}, signal),
  staleTime: 60_000,
});
