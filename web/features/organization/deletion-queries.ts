import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  approveDeletion,
  denyDeletion,
  denyDeletions,
  getApprover,
  listDecidedDeletions,
  listDeletionRequests,
  requestDeletion,
  withdrawDeletion,
} from '#domain/organization/deletion-calls.ts';
import { type DeletionListQuery, deletionListQuery } from '#domain/organization/schema.ts';
import { get } from '../../api/client.ts';
import { inboxKey } from '../../api/inbox-key.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { organizationsChange, organizationsKey } from './shared/organizations.ts';

/** Since when and from whom the reader is an administrator, for the review of a deletion. */
export const approverOptions = (id: number, orgId: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'approver', id, orgId],
    queryFn: ({ signal }) => get(getApprover, { query: { id, orgId } }, signal),
    staleTime: 0,
  });

/** The address parameters of both lists. */
export const deletionListParams = z.omit(deletionListQuery, { id: true });

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
  invalidates: [...organizationsChange, inboxKey],
  success: 'organizations.requested-notice',
} satisfies CommandDefinition;

export const approveCommand = {
  call: approveDeletion,
  invalidates: [...organizationsChange, inboxKey],
  success: 'organizations.approved-notice',
} satisfies CommandDefinition;

export const denyCommand = {
  call: denyDeletion,
  invalidates: [...organizationsChange, inboxKey],
  success: 'organizations.denied-notice',
} satisfies CommandDefinition;

/** Denies many. The dialog tells the outcome. */
export const denyManyCommand = {
  call: denyDeletions,
  invalidates: [...organizationsChange, inboxKey],
} satisfies CommandDefinition;

export const withdrawCommand = {
  call: withdrawDeletion,
  invalidates: [...organizationsChange, inboxKey],
  success: 'organizations.withdrawn-notice',
} satisfies CommandDefinition;
