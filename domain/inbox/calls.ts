import { call } from '../core/call.ts';
import { inboxCount, inboxPage, inboxQuery } from './schema.ts';

export const listInbox = call({
  method: 'get',
  path: '/api/inbox',
  query: inboxQuery,
  response: inboxPage,
});

export const countInbox = call({
  method: 'get',
  path: '/api/inbox/count',
  response: inboxCount,
});
