import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type BusinessAreaBody,
  businessAreaChange,
  businessAreaRemoved,
  businessAreaSaved,
} from '#domain/business-area/schema.ts';
import { command, get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { businessAreasKey } from './shared/queries.ts';

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
