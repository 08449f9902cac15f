import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import {
  causeDetails,
  causeSchema,
  deskPage,
  deskQuery,
  operationsCancelled,
  operationsReplayed,
  operationTimeline,
  replayPreview,
  replaysBody,
} from './desk.ts';

/** What failed, waits or is slow, by its cause. */
export const listCauses = call({ method: 'get', path: '/api/desk', query: deskQuery, response: deskPage });

export const readCause = call({
  method: 'get',
  path: '/api/desk/{cause}',
  parameters: { cause: causeSchema },
  response: causeDetails,
});

export const readTimeline = call({
  method: 'get',
  path: '/api/operations/{id}/timeline',
  parameters: { id: z.uuid() },
  response: operationTimeline,
});

/** The dry run of a replay. */
export const previewReplay = call({
  method: 'get',
  path: '/api/operations/{id}/replay-preview',
  parameters: { id: z.uuid() },
  response: replayPreview,
});

/** Replays many operations. One that is refused does not stop the others. */
export const replayOperations = call({
  method: 'post',
  path: '/api/desk/replays',
  body: replaysBody,
  response: operationsReplayed,
});

/** Gives many operations up. One that is refused does not stop the others. */
export const cancelOperations = call({
  method: 'post',
  path: '/api/desk/cancellations',
  body: replaysBody,
  response: operationsCancelled,
});
