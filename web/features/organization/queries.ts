import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { OrganizationInput } from '#domain/organization/form.ts';
import {
  approverReview,
  type DeletionListQuery,
  deletionDecided,
  deletionGrantPage,
  deletionListQuery,
  deletionPage,
  deletionRequested,
  type OrganizationListQuery,
  organizationBelongings,
  organizationChange,
  organizationDetail,
  organizationPage,
  organizationSaved,
  organizationSwitched,
  organizationValues,
} from '#domain/organization/schema.ts';
import { consumersKey } from '../../api/consumers-key.ts';
import { command, get, urlOf } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const organizationsKey = ['organizations'] as const;
const root = '/api/organization';

/** Milliseconds between two reads while an operation changes the organization. */
const soon = 2_000;

export const organizationListOptions = (params: OrganizationListQuery) =>
  queryOptions({
    queryKey: [...organizationsKey, 'list', params],
    queryFn: ({ signal }) => get(organizationPage, '/api/organizations', params, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.organizations.some(({ status }) => status === 'deleting') ? soon : false,
  });

/** Read with the keys, because what changes a key changes this too. */
export const organizationOptions = (id: number) =>
  queryOptions({
    queryKey: [...consumersKey, 'organization', id],
    queryFn: ({ signal }) => get(organizationDetail, `${root}/${id}`, {}, signal),
    refetchInterval: ({ state: { data } }) => (data?.organization.status === 'deleting' ? soon : false),
  });

export const organizationValuesOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'form', id],
    queryFn: ({ signal }) => get(organizationValues, `${root}/edit-organization`, { id }, signal),
  });

export const organizationHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'history', id],
    queryFn: ({ signal }) => get(z.array(organizationChange), `${root}/${id}/history`, {}, signal),
  });

export const belongingsOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'belongings', id],
    queryFn: ({ signal }) => get(organizationBelongings, `${root}/${id}/belongings`, {}, signal),
  });

/** Since when and from whom the reader is an administrator, for the review of a deletion. */
export const approverOptions = (id: number, orgId: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'approver', id, orgId],
    queryFn: ({ signal }) => get(approverReview, '/api/delete-organization-requests/approver', { id, orgId }, signal),
    staleTime: 0,
  });

/** Whether the organization may be deleted. Asked anew each time, because its keys may be used in between. */
export const mayDeleteOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'check', id],
    queryFn: ({ signal }) => get(z.boolean(), `${root}/check-organization-consumers`, { id }, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const deletionRequestsOptions = (params: DeletionListQuery) =>
  queryOptions({
    queryKey: [...organizationsKey, 'deletions', params],
    queryFn: ({ signal }) => get(deletionPage, '/api/delete-organization-requests', params, signal),
    placeholderData: keepPreviousData,
  });

/** The first page of the list and the number in the menu share this response. */
export const waitingDeletionsOptions = deletionRequestsOptions(deletionListQuery.parse({}));

export const deletionGrantsOptions = (params: DeletionListQuery) =>
  queryOptions({
    queryKey: [...organizationsKey, 'deletion-grants', params],
    queryFn: ({ signal }) => get(deletionGrantPage, '/api/grant-organization-requests', params, signal),
    placeholderData: keepPreviousData,
  });

const changed = [organizationsKey, consumersKey];

export const saveOrganization: CommandDefinition<OrganizationInput, z.output<typeof organizationSaved>> = {
  call: (body, context) => command(organizationSaved, 'POST', `${root}/edit-organization`, body, context),
  invalidates: changed,
  success: 'organizations.saved',
  failure: 'organizations.save-failed',
};

export const switchOrganization = (
  deactivated: boolean,
): CommandDefinition<number, z.output<typeof organizationSwitched>> => ({
  call: (id, context) =>
    command(
      organizationSwitched,
      'POST',
      urlOf(`${root}/deactivate-organization`, { id, deactivated: String(deactivated) }),
      undefined,
      context,
    ),
  invalidates: changed,
  success: deactivated ? 'organizations.deactivated-notice' : 'organizations.activated-notice',
});

export const requestDeletion: CommandDefinition<number, z.output<typeof deletionRequested>> = {
  call: (id, context) =>
    command(deletionRequested, 'POST', urlOf(`${root}/delete-organization`, { id }), undefined, context),
  invalidates: changed,
  success: 'organizations.requested-notice',
};

export const decideDeletion = (
  verb: 'approve' | 'deny',
): CommandDefinition<Readonly<{ id: number; orgId: number }>, z.output<typeof deletionDecided>> => ({
  call: (ids, context) =>
    command(deletionDecided, 'POST', urlOf(`${root}/${verb}-delete-organization`, ids), undefined, context),
  invalidates: changed,
  success: verb === 'approve' ? 'organizations.approved-notice' : 'organizations.denied-notice',
});
