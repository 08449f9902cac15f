import * as z from 'zod/mini';
import { call } from '../core/call.ts';

/** An API in a selection list. APIs may share a name: organization and version tell them apart. */
const apiOption = z.object({ id: z.int(), name: z.string(), orgname: z.string(), version: z.string() });
export type ApiOption = z.output<typeof apiOption>;

export const listApiOptions = call({
  method: 'get',
  path: '/api/allapis',
  response: z.array(apiOption),
});
