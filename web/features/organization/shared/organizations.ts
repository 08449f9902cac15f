import { queryOptions } from '@tanstack/react-query';
import { listOrganizationOptions } from '#domain/organization/option-calls.ts';
import { get } from '../../../api/client.ts';
import { consumersKey } from '../../../api/consumers-key.ts';

export const organizationsKey = ['organizations'] as const;

/** The queries that a change of an organization changes. */
export const organizationsChange = [organizationsKey, consumersKey];

/** Reads the organizations that the user may choose. */
export const organizationsOptions = queryOptions({
  queryKey: [...organizationsKey, 'all'],
  queryFn: ({ signal }) => get(listOrganizationOptions, {}, signal),
  staleTime: 60_000,
});
