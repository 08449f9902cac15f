import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { historyListQuery, historyPage } from './schema.ts';

export const listApiHistory = call({
  method: 'get',
  path: '/api/api-history/{id}',
  parameters: { id: idParameter },
  query: historyListQuery,
  response: historyPage,
});

export const downloadApiHistory = call({
  method: 'get',
  path: '/api/api-history/{id}/download',
  parameters: { id: idParameter },
  query: historyListQuery,
});
