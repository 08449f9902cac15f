import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  approveAccess,
  approveManyAccess,
  changeAccessEnd,
  denyAccess,
  denyManyAccess,
  getAccessFacts,
  getAccessRequest,
  listAccessGrants,
  listAccessRequests,
  requestAccess,
  revokeAccess,
} from '#domain/access/calls.ts';
import {
  type AccessGrantListQuery,
  type AccessRequestListQuery,
  type AccessType,
  accessRequestListQuery,
  accessRequestStatuses,
} from '#domain/access/schema.ts';
import { get } from '../../../api/client.ts';
import { consumersKey } from '../../../api/consumers-key.ts';
import { eventCategoriesKey } from '../../../api/event-categories-key.ts';
import { historyKey } from '../../../api/history-key.ts';
import { inboxKey } from '../../../api/inbox-key.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';
import { apisKey } from '../../api/shared/queries.ts';

const accessKey = ['access'] as const;

/** Milliseconds that a lookup stays fresh, unless the user's own command changes it. */
const lookupAge = 60_000;

/** The API or event category that access is for. */
export type Product = Readonly<{ type: AccessType; id: number; name: string }>;

/** Reads an organization's last request for access to an API or event category. Returns null if there is none. */
export const lastRequestOptions = ({ type, id: apiId }: Product, orgId: number) =>
  queryOptions({
    queryKey: [...accessKey, 'last', type, apiId, orgId],
    queryFn: ({ signal }) => get(getAccessRequest, { query: { type, apiId, orgId } }, signal),
    staleTime: lookupAge,
  });

export const accessRequestsOptions = (params: AccessRequestListQuery) =>
  queryOptions({
    queryKey: [...accessKey, 'requests', params],
    queryFn: ({ signal }) => get(listAccessRequests, { query: params }, signal),
    staleTime: lookupAge,
    placeholderData: keepPreviousData,
  });

/** Reads what a decision on a request rests on. */
export const accessFactsOptions = (id: number) =>
  queryOptions({
    queryKey: [...accessKey, 'facts', id],
    queryFn: ({ signal }) => get(getAccessFacts, { parameters: { id } }, signal),
  });

/**
 * Reads the waiting requests, newest first. The number in the menu and the first page of the list share this response.
 */
export const waitingRequestsOptions = accessRequestsOptions(accessRequestListQuery.parse({ status: 'NEW' }));

export const accessGrantsOptions = (params: AccessGrantListQuery) =>
  queryOptions({
    queryKey: [...accessKey, 'grants', params],
    queryFn: ({ signal }) => get(listAccessGrants, { query: params }, signal),
    staleTime: lookupAge,
    placeholderData: keepPreviousData,
  });

/** Address parameters of the list. It starts with the waiting requests. `ALL` becomes a call without a status. */
export const requestListParams = z.extend(z.omit(accessRequestListQuery, { id: true }), {
  status: z._default(z.enum([...accessRequestStatuses, 'ALL']), 'NEW'),
});

export const requestListQueryOf = ({
  status,
  ...params
}: z.output<typeof requestListParams>): AccessRequestListQuery => ({
  ...params,
  ...(status === 'ALL' ? {} : { status }),
});

export const requestAccessCommand = (type: AccessType) =>
  ({
    call: requestAccess,
    invalidates: [accessKey, historyKey, eventCategoriesKey],
    success: type === 'api' ? 'access.requested-notice' : 'event-categories.access-requested',
    failure: type === 'api' ? 'access.request-failed' : 'event-categories.request-failed',
  }) satisfies CommandDefinition;

const decides = {
  invalidates: [accessKey, apisKey, eventCategoriesKey, inboxKey],
  failure: 'access.decide-failed',
} as const;

export const approveCommand = {
  ...decides,
  call: approveAccess,
  success: 'access.approved-notice',
} satisfies CommandDefinition;

export const denyCommand = {
  ...decides,
  call: denyAccess,
  success: 'access.denied-notice',
} satisfies CommandDefinition;

export const approveManyCommand = { ...decides, call: approveManyAccess } satisfies CommandDefinition;

export const denyManyCommand = { ...decides, call: denyManyAccess } satisfies CommandDefinition;

/** Gives a grant another last day, or none. Its texts are loaded with the dialog: a failure says only why. */
export const changeEndCommand = {
  call: changeAccessEnd,
  invalidates: [accessKey],
} satisfies CommandDefinition;

/** Revokes access. Each key or subscription is then deleted by a separate operation. */
export const revokeCommand = {
  call: revokeAccess,
  invalidates: [accessKey, apisKey, consumersKey, eventCategoriesKey],
  success: 'access.revoked-notice',
  failure: 'access.revoke-failed',
} satisfies CommandDefinition;
