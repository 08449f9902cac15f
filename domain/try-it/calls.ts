import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { tryItBody, tryItOperations, tryItResponse } from './schema.ts';

export const listOperationsToTry = call({
  method: 'get',
  path: '/api/swagger/{id}/operations',
  parameters: { id: idParameter },
  response: tryItOperations,
});

export const tryCall = call({
  method: 'post',
  path: '/api/consumer/{id}/call',
  parameters: { id: idParameter },
  body: tryItBody,
  response: tryItResponse,
});
