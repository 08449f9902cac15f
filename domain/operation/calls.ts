import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { operationListQuery, operationPage, replayBody } from './schema.ts';

export const replayOperation = call({
  method: 'post',
  path: '/api/operations/{id}/replay',
  parameters: { id: z.uuid() },
  body: replayBody,
  response: z.object({ operationId: z.string(), position: z.string() }),
});

export const listOperations = call({
  method: 'get',
  path: '/api/operations',
  query: operationListQuery,
  response: operationPage,
});
