import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  approveDeletion,
  checkOrganizationKeys,
  denyDeletion,
  getApprover,
  getBelongings,
  getOrganization,
  getOrganizationForm,
  listDecidedDeletions,
  listDeletionRequests,
  listOrganizationChanges,
  listOrganizations,
  requestDeletion,
  saveOrganization,
  switchOrganization,
} from '#domain/organization/calls.ts';
import { type DeletionListQuery, deletionListQuery, type OrganizationListQuery } from '#domain/organization/schema.ts';
import { get } from '../../api/client.ts';
import { consumersKey } from '../../api/consumers-key.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const organizationsKey = ['organizations'] as const;

/** Milliseconds between two reads while an operation changes the organization. */
const soon = 2_000;

export const organizationListOptions = (params: OrganizationListQuery) =>
  queryOptions({
    queryKey: [...organizationsKey, 'list', params],
    queryFn: ({ signal }) => get(listOrganizations, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.organizations.some(({ status }) => status === 'deleting') ? soon : false,
  });

/** Read with the keys, because what changes a key changes this too. */
export const organizationOptions = (id: number) =>
  queryOptions({
    queryKey: [...consumersKey, 'organization', id],
    queryFn: ({ signal }) => get(getOrganization, { parameters: { id } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.organization.status === 'deleting' ? soon : false),
  });

export const organizationValuesOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'form', id],
    queryFn: ({ signal }) => get(getOrganizationForm, { query: { id } }, signal),
  });

export const organizationHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'history', id],
    queryFn: ({ signal }) => get(listOrganizationChanges, { parameters: { id } }, signal),
  });

export const belongingsOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'belongings', id],
    queryFn: ({ signal }) => get(getBelongings, { parameters: { id } }, signal),
  });

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

const changed = [organizationsKey, consumersKey];

export const saveCommand = {
  call: saveOrganization,
  invalidates: changed,
  success: 'organizations.saved',
  failure: 'organizations.save-failed',
} satisfies CommandDefinition;

export const switchCommand = (deactivated: boolean) =>
  ({
    call: switchOrganization,
    invalidates: changed,
    success: deactivated ? 'organizations.deactivated-notice' : 'organizations.activated-notice',
  }) satisfies CommandDefinition;

export const requestDeletionCommand = {
  call: requestDeletion,
  invalidates: changed,
  success: 'organizations.requested-notice',
} satisfies CommandDefinition;

export const decideCommand = (verb: 'approve' | 'deny') =>
  ({
    call: verb === 'approve' ? approveDeletion : denyDeletion,
    invalidates: changed,
    success: verb === 'approve' ? 'organizations.approved-notice' : 'organizations.denied-notice',
  }) satisfies CommandDefinition;
