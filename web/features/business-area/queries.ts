import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getBusinessArea,
  listBusinessAreaChanges,
  removeBusinessArea,
  saveBusinessArea,
  searchBusinessAreas,
} from '#domain/business-area/calls.ts';
import type { BusinessAreaListQuery } from '#domain/business-area/schema.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { businessAreasKey } from './shared/queries.ts';

export const businessAreaListOptions = (params: BusinessAreaListQuery) =>
  queryOptions({
    queryKey: [...businessAreasKey, 'list', params],
    queryFn: ({ signal }) => get(searchBusinessAreas, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

export const businessAreaOptions = (id: number) =>
  queryOptions({
    queryKey: [...businessAreasKey, 'one', id],
    queryFn: ({ signal }) => get(getBusinessArea, { parameters: { id } }, signal),
  });

export const businessAreaHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...businessAreasKey, 'history', id],
    queryFn: ({ signal }) => get(listBusinessAreaChanges, { parameters: { id } }, signal),
  });

export const saveCommand = {
  call: saveBusinessArea,
  invalidates: [businessAreasKey],
  success: 'business-areas.saved',
} satisfies CommandDefinition;

export const removeCommand = {
  call: removeBusinessArea,
  invalidates: [businessAreasKey],
  success: 'business-areas.removed',
} satisfies CommandDefinition;
