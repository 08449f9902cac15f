import { queryOptions } from '@tanstack/react-query';
import { listBusinessAreaChanges, removeBusinessArea, saveBusinessArea } from '#domain/business-area/calls.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { businessAreasKey } from './shared/queries.ts';

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
