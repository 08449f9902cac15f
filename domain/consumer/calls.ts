import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { requested } from '../core/requested.ts';
import { limitBody } from './limit-form.ts';
import {
  addConsumerBody,
  changeConsumerBody,
  consumerGroup,
  consumersQuery,
  recordConsumerBody,
  revealedCredentials,
  rotateBody,
} from './schema.ts';
import { keyUse } from './use.ts';

export const addKey = call({
  method: 'post',
  path: '/api/kong/add-consumer',
  body: addConsumerBody,
  response: requested,
});

export const revealKey = call({
  method: 'post',
  path: '/api/record-consumer',
  body: recordConsumerBody,
  response: revealedCredentials,
});

export const changeKey = call({
  method: 'put',
  path: '/api/consumer/{id}',
  parameters: { id: idParameter },
  body: changeConsumerBody,
  response: requested,
});

export const limitKey = call({
  method: 'put',
  path: '/api/consumer/{id}/limit',
  parameters: { id: idParameter },
  body: limitBody,
  response: requested,
});

export const rotateKey = call({
  method: 'post',
  path: '/api/consumer/{id}/rotation',
  parameters: { id: idParameter },
  body: rotateBody,
  response: requested,
});

export const endRotation = call({
  method: 'post',
  path: '/api/consumer/{id}/rotation/end',
  parameters: { id: idParameter },
  response: requested,
});

export const getKeyUse = call({
  method: 'get',
  path: '/api/consumer/{id}/use',
  parameters: { id: idParameter },
  response: keyUse,
});

export const listKeys = call({
  method: 'get',
  path: '/api/consumers',
  query: consumersQuery,
  response: z.array(consumerGroup),
});

export const removeKey = call({
  method: 'delete',
  path: '/api/consumer/{id}',
  parameters: { id: idParameter },
  response: requested,
});

/** As older clients remove a key. */
export const removeKeyOfUser = call({
  method: 'delete',
  path: '/api/consumer/{id}/{user}',
  parameters: { id: idParameter, user: z.string() },
  response: requested,
});
