import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { requested } from '../core/requested.ts';
import { objectQuery } from '../gateway-object/schema.ts';
import { takeOverForm } from './form.ts';
import { takeOverPreview } from './preview.ts';

const service = { parameters: { id: z.uuid() }, query: objectQuery } as const;

/** What of somebody else's service a deployment of this portal could be. Changes nothing. */
export const previewTakeOver = call({
  method: 'get',
  path: '/api/kong/service/{id}/take-over',
  ...service,
  response: takeOverPreview,
});

/** Puts somebody else's service under the portal. `entityId` is the new deployment's. */
export const takeOverService = call({
  method: 'post',
  path: '/api/kong/service/{id}/take-over',
  ...service,
  body: takeOverForm,
  response: requested,
});
