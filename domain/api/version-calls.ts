import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { compareQuery, specComparison } from './comparison.ts';
import { apiVersionRow } from './schema.ts';

export const listApiVersions = call({
  method: 'get',
  path: '/api/swagger/{id}/versions',
  parameters: { id: idParameter },
  response: z.array(apiVersionRow),
});

export const compareVersions = call({
  method: 'get',
  path: '/api/swagger/{id}/compare',
  parameters: { id: idParameter },
  query: compareQuery,
  response: specComparison,
});
