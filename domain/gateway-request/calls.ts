import { call } from '../core/call.ts';
import { requestCounts, requestFilterQuery, requestListQuery, requestPage, responseCodes } from './schema.ts';

export const listRequests = call({
  method: 'get',
  path: '/api/kong/requests',
  query: requestListQuery,
  response: requestPage,
});

export const countRequests = call({
  method: 'get',
  path: '/api/kong/requests/count',
  query: requestFilterQuery,
  response: requestCounts,
});

export const downloadRequests = call({
  method: 'get',
  path: '/api/kong/requests/download',
  query: requestListQuery,
});

export const listResponseCodes = call({
  method: 'get',
  path: '/api/all-response-codes',
  response: responseCodes,
});
