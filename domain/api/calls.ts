import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { requested } from '../core/requested.ts';
import { apiDetail, apiListQuery, apiOwners, apiPage } from './schema.ts';

export const removeApi = call({
  method: 'delete',
  path: '/api/swaggers/{id}',
  parameters: { id: idParameter },
  response: requested,
});

export const listApis = call({
  method: 'get',
  path: '/api/swaggers',
  query: apiListQuery,
  response: apiPage,
});

export const listApiOwners = call({
  method: 'get',
  path: '/api/swaggers/filters',
  query: z.pick(apiListQuery, { my: true }),
  response: apiOwners,
});

export const getApi = call({
  method: 'get',
  path: '/api/api-detail/{id}',
  parameters: { id: idParameter },
  response: apiDetail,
});
