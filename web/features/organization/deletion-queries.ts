import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  approveDeletion,
  checkOrganizationKeys,
  denyDeletion,
  getApprover,
  listDecidedDeletions,
  listDeletionRequests,
  requestDeletion,
} from '#domain/organization/deletion-calls.ts';
import { type DeletionListQuery, deletionListQuery } from '#domain/organization/schema.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { organizationsChange, organizationsKey } from './shared/organizations.ts';

/** Since when and from whom the reader is an administrator, for the review of a deletion. */
export const approverOptions = (id: number, orgId: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'approver', id, orgId],
    queryFn: ({ signal }) => get(getApprover, { query: { id, orgId } }, signal),
    staleTime: 0,
  });

/** Whether the organization may be deleted. Asked anew each time, because its keys may be used in between. */
export const mayDeleteOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'check', id],
    queryFn: ({ signal }) => get(checkOrganizationKeys, { query: { id } }, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const deletionRequestsOptions = (params: DeletionListQuery) =>
  queryOptions({
    queryKey: [...organizationsKey, 'deletions', params],
    queryFn: ({ signal }) => get(listDeletionRequests, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

/** The first page of the list and the number in the menu share this response. */
export const waitingDeletionsOptions = deletionRequestsOptions(deletionListQuery.parse({}));

export const deletionGrantsOptions = (params: DeletionListQuery) =>
  queryOptions({
    queryKey: [...organizationsKey, 'deletion-grants', params],
    queryFn: ({ signal }) => get(listDecidedDeletions, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

export const requestDeletionCommand = {
  call: requestDeletion,
  invalidates: organizationsChange,
  success: 'organizations.requested-notice',
} satisfies CommandDefinition;

export const decideCommand = (verb: 'approve' | 'deny') =>
  ({
    call: verb === 'approve' ? approveDeletion : denyDeletion,
    invalidates: organizationsChange,
    success: verb === 'approve' ? 'organizations.approved-notice' : 'organizations.denied-notice',
  }) satisfies CommandDefinition;
