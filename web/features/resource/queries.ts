import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  addCertificate,
  getResource,
  listResourceChanges,
  listResourceTypes,
  removeCertificate,
  removeResource,
  saveResource,
  searchResources,
  testResource,
} from '#domain/resource/calls.ts';
import type { ResourceQuery } from '#domain/resource/option.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { resourcesKey } from './shared/resources-key.ts';

export const resourceListOptions = (params: ResourceQuery) =>
  queryOptions({
    queryKey: [...resourcesKey, 'list', params],
    queryFn: ({ signal }) => get(searchResources, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

export const resourceOptions = (id: number) =>
  queryOptions({
    queryKey: [...resourcesKey, 'one', id],
    queryFn: ({ signal }) => get(getResource, { parameters: { id } }, signal),
  });

export const resourceTypesOptions = queryOptions({
  queryKey: [...resourcesKey, 'types'],
  queryFn: ({ signal }) => get(listResourceTypes, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const resourceHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...resourcesKey, 'history', id],
    queryFn: ({ signal }) => get(listResourceChanges, { parameters: { id } }, signal),
  });

export const saveCommand = {
  call: saveResource,
  invalidates: [resourcesKey],
  success: 'resources.saved',
} satisfies CommandDefinition;

export const removeCommand = {
  call: removeResource,
  invalidates: [resourcesKey],
  success: 'resources.removed',
} satisfies CommandDefinition;

export const addCertificateCommand = {
  call: addCertificate,
  invalidates: [resourcesKey],
  success: 'resources.certificate-added',
} satisfies CommandDefinition;

export const removeCertificateCommand = {
  call: removeCertificate,
  invalidates: [resourcesKey],
  success: 'resources.certificate-removed',
} satisfies CommandDefinition;

export const testCommand = { call: testResource, invalidates: [] } satisfies CommandDefinition;
