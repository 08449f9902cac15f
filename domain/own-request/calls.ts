import { call } from '../core/call.ts';
import { ownRequestListQuery, ownRequestPage } from './schema.ts';

export const listOwnRequests = call({
  method: 'get',
  path: '/api/my-requests',
  query: ownRequestListQuery,
  response: ownRequestPage,
});
