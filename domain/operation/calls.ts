import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { operationListQuery, operationPage, operationRow, replayBody } from './schema.ts';

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

export const getOperation = call({
  method: 'get',
  path: '/api/operations/{id}',
  parameters: { id: z.uuid() },
  response: operationRow,
});
