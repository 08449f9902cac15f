import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type AccessGrantListQuery,
  type AccessRequestListQuery,
  accessDecided,
  accessGrantPage,
  accessRequested,
  accessRequestListQuery,
  accessRequestPage,
  accessRequestRow,
  accessRequestStatuses,
  accessRevoked,
  type DecideAccessBody,
  type RequestAccessBody,
} from '#domain/access/schema.ts';
import { type DeletedApiListQuery, deletedApiPage } from '#domain/api/deleted-api.ts';
import { type CredentialViewListQuery, credentialViewPage } from '#domain/consumer/credential-view.ts';
import { consumersKey } from '../../api/consumers-key.ts';
import { historyKey } from '../../api/history-key.ts';
import { command, get } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { apisKey } from '../api/shared/queries.ts';

const accessKey = ['access'] as const;

/** Milliseconds that a lookup stays fresh, unless the user's own command changes it. */
const lookupAge = 60_000;

/** Reads an organization's last request for access to an API. Returns null if there is none. */
export const lastRequestOptions = (apiId: number, orgId: number) =>
  queryOptions({
    queryKey: [...accessKey, 'last', apiId, orgId],
    queryFn: ({ signal }) => get(z.nullable(accessRequestRow), '/api/request-access', { apiId, orgId }, signal),
    staleTime: lookupAge,
  });

export const accessRequestsOptions = (params: AccessRequestListQuery) =>
  queryOptions({
    queryKey: [...accessKey, 'requests', params],
    queryFn: ({ signal }) => get(accessRequestPage, '/api/request-access/all', params, signal),
    staleTime: lookupAge,
    placeholderData: keepPreviousData,
  });

/**
 * Reads the waiting requests, newest first. The number in the menu and the first page of the list share this response.
 */
export const waitingRequestsOptions = accessRequestsOptions(accessRequestListQuery.parse({ status: 'NEW' }));

export const accessGrantsOptions = (params: AccessGrantListQuery) =>
  queryOptions({
    queryKey: [...accessKey, 'grants', params],
    queryFn: ({ signal }) => get(accessGrantPage, '/api/all-api-access', params, signal),
    staleTime: lookupAge,
    placeholderData: keepPreviousData,
  });

/** These lists are records: nobody's command here changes them. */
export const deletedApisOptions = (params: DeletedApiListQuery) =>
  queryOptions({
    queryKey: [...accessKey, 'deleted', params],
    queryFn: ({ signal }) => get(deletedApiPage, '/api/deleteAPI', params, signal),
    placeholderData: keepPreviousData,
  });

export const credentialViewsOptions = (params: CredentialViewListQuery) =>
  queryOptions({
    queryKey: [...accessKey, 'viewed', params],
    queryFn: ({ signal }) => get(credentialViewPage, '/api/view-consumer-list', params, signal),
    placeholderData: keepPreviousData,
  });

/** Address parameters of the list. It starts with the waiting requests. `ALL` becomes a call without a status. */
export const requestListParams = z.extend(accessRequestListQuery, {
  status: z._default(z.enum([...accessRequestStatuses, 'ALL']), 'NEW'),
});

export const requestListQueryOf = ({
  status,
  ...params
}: z.output<typeof requestListParams>): AccessRequestListQuery => ({
  ...params,
  ...(status === 'ALL' ? {} : { status }),
});

export const requestAccessCommand: CommandDefinition<RequestAccessBody, z.output<typeof accessRequested>> = {
  call: (body, context) => command(accessRequested, 'POST', '/api/request-access', body, context),
  invalidates: [accessKey, historyKey],
  success: 'access.requested-notice',
  failure: 'access.request-failed',
};

export const decideCommand = (
  verb: 'approve' | 'deny',
): CommandDefinition<DecideAccessBody, z.output<typeof accessDecided>> => ({
  call: (body, context) => command(accessDecided, 'POST', `/api/${verb}-api-access-request`, body, context),
  invalidates: [accessKey, apisKey],
  success: verb === 'approve' ? 'access.approved-notice' : 'access.denied-notice',
  failure: 'access.decide-failed',
});

/** Revokes access. Each key is then deleted by a separate operation. */
export const revokeCommand: CommandDefinition<number, z.output<typeof accessRevoked>> = {
  call: (id, context) => command(accessRevoked, 'DELETE', `/api/api-access/${id}`, undefined, context),
  invalidates: [accessKey, apisKey, consumersKey],
  success: 'access.revoked-notice',
  failure: 'access.revoke-failed',
};
