import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  type BusinessAreaBody,
  businessAreaChange,
  businessAreaRemoved,
  businessAreaRow,
  businessAreaSaved,
} from '#domain/business-area/schema.ts';
import { command, get } from '../../../api/client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

const businessAreasKey = ['business-areas'] as const;

/** Milliseconds. */
const minute = 60_000;

export const businessAreasOptions = queryOptions({
  queryKey: businessAreasKey,
  queryFn: ({ signal }) => get(z.array(businessAreaRow), '/api/business-areas', {}, signal),
  staleTime: minute,
});

export const businessAreaHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...businessAreasKey, 'history', id],
    queryFn: ({ signal }) => get(z.array(businessAreaChange), `/api/business-area/${id}/history`, {}, signal),
  });

export const saveBusinessArea: CommandDefinition<BusinessAreaBody, z.output<typeof businessAreaSaved>> = {
  call: (body, context) => command(businessAreaSaved, 'POST', '/api/business-area', body, context),
  invalidates: [businessAreasKey],
  success: 'business-areas.saved',
};

export const removeBusinessArea: CommandDefinition<number, z.output<typeof businessAreaRemoved>> = {
  call: (id, context) => command(businessAreaRemoved, 'DELETE', `/api/business-area/${id}`, undefined, context),
  invalidates: [businessAreasKey],
  success: 'business-areas.removed',
};
