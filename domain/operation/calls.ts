import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idSchema } from '../core/id.ts';
import { cancelBody, operationListQuery, operationPage, replayBody } from './schema.ts';

/** The response to a replay. @property approvalId of the request that waits for a second person; then nothing was replayed. */
const operationReplayed = z.object({
  operationId: z.optional(z.string()),
  approvalId: z.optional(idSchema),
  position: z.string(),
});

export const replayOperation = call({
  method: 'post',
  path: '/api/operations/{id}/replay',
  parameters: { id: z.uuid() },
  body: replayBody,
  response: operationReplayed,
});

export const cancelOperation = call({
  method: 'post',
  path: '/api/operations/{id}/cancel',
  parameters: { id: z.uuid() },
  body: cancelBody,
  response: z.object({ operationId: z.string(), position: z.string() }),
});

export const listOperations = call({
  method: 'get',
  path: '/api/operations',
  query: operationListQuery,
  response: operationPage,
});
