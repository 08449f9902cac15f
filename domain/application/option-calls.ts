import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { applicationOption } from './schema.ts';

export const listApplicationOptions = call({
  method: 'get',
  path: '/api/my-apps',
  response: z.array(applicationOption),
});
