import { call } from '../core/call.ts';
import { deletedApiListQuery, deletedApiPage } from './deleted-api.ts';

export const listDeletedApis = call({
  method: 'get',
  path: '/api/deleteAPI',
  query: deletedApiListQuery,
  response: deletedApiPage,
});
