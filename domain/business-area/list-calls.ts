import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { businessAreaRow } from './row.ts';

/** In a file of its own: the gallery needs no other call of business areas. */
export const listBusinessAreas = call({
  method: 'get',
  path: '/api/business-areas',
  response: z.array(businessAreaRow),
});
