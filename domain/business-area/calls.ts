import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { businessAreaRow } from './row.ts';
import {
  businessAreaBody,
  businessAreaChange,
  businessAreaListQuery,
  businessAreaPage,
  businessAreaRemoved,
  businessAreaSaved,
} from './schema.ts';

export const searchBusinessAreas = call({
  method: 'get',
  path: '/api/business-areas/search',
  query: businessAreaListQuery,
  response: businessAreaPage,
});

export const getBusinessArea = call({
  method: 'get',
  path: '/api/business-area/{id}',
  parameters: { id: idParameter },
  response: businessAreaRow,
});

export const saveBusinessArea = call({
  method: 'post',
  path: '/api/business-area',
  body: businessAreaBody,
  response: businessAreaSaved,
});

export const removeBusinessArea = call({
  method: 'delete',
  path: '/api/business-area/{id}',
  parameters: { id: idParameter },
  response: businessAreaRemoved,
});

export const listBusinessAreaChanges = call({
  method: 'get',
  path: '/api/business-area/{id}/history',
  parameters: { id: idParameter },
  response: z.array(businessAreaChange),
});
