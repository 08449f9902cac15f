import * as z from 'zod/mini';
import { call } from '../core/call.ts';

export const listApiOptions = call({
  method: 'get',
  path: '/api/allapis',
  response: z.array(z.object({ id: z.int(), name: z.string() })),
});
