import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { noticeListQuery, noticePage, readNoticesBody, unreadNotices } from './schema.ts';

export const readNotices = call({
  method: 'post',
  path: '/api/notices/read',
  body: readNoticesBody,
  response: z.object({}),
});

export const listNotices = call({
  method: 'get',
  path: '/api/notices',
  query: noticeListQuery,
  response: noticePage,
});

export const countUnreadNotices = call({
  method: 'get',
  path: '/api/notices/unread',
  response: unreadNotices,
});
