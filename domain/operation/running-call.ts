import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { operationRow } from './schema.ts';

/** In a file of its own: the first page follows operations, but lists none. */
export const getOperation = call({
  method: 'get',
  path: '/api/operations/{id}',
  parameters: { id: z.uuid() },
  response: operationRow,
});
