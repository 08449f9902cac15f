import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getBelongings,
  getOrganization,
  getOrganizationForm,
  listOrganizationChanges,
  listOrganizations,
  saveOrganization,
  switchOrganization,
} from '#domain/organization/calls.ts';
import type { OrganizationListQuery } from '#domain/organization/schema.ts';
import { get } from '../../api/client.ts';
import { consumersKey } from '../../api/consumers-key.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { organizationsChange, organizationsKey } from './shared/organizations.ts';

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

/** What goes with an organization, and who used it. Asked anew each time, because it may be used in between. */
export const belongingsOptions = (id: number) =>
  queryOptions({
    queryKey: [...organizationsKey, 'belongings', id],
    queryFn: ({ signal }) => get(getBelongings, { parameters: { id } }, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const saveCommand = {
  call: saveOrganization,
  invalidates: organizationsChange,
  success: 'organizations.saved',
  failure: 'organizations.save-failed',
} satisfies CommandDefinition;

export const switchCommand = (deactivated: boolean) =>
  ({
    call: switchOrganization,
    invalidates: organizationsChange,
    success: deactivated ? 'organizations.deactivated-notice' : 'organizations.activated-notice',
  }) satisfies CommandDefinition;
