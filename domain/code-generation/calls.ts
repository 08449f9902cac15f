import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { codeBody, codeRequested } from './schema.ts';

export const generateCode = call({
  method: 'post',
  path: '/api/codegen/{id}',
  parameters: { id: idParameter },
  body: codeBody,
  response: codeRequested,
});

export const downloadCode = call({
  method: 'get',
  path: '/api/codegen/{operationId}/file',
  parameters: { operationId: z.uuid() },
});
