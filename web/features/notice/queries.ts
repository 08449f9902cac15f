import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type NoticeListQuery, noticePage, type ReadNoticesBody, unreadNotices } from '#domain/notice/schema.ts';
import { type OwnRequestListQuery, ownRequestPage } from '#domain/own-request/schema.ts';
import { command, get } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const noticesKey = ['notices'] as const;

/** Milliseconds between polls while the tab is visible. */
const freshness = 30_000;

export const unreadNoticesOptions = queryOptions({
  queryKey: [...noticesKey, 'unread'],
  queryFn: ({ signal }) => get(unreadNotices, '/api/notices/unread', {}, signal),
  staleTime: freshness,
  refetchInterval: freshness,
});

export const noticeListOptions = (params: NoticeListQuery) =>
  queryOptions({
    queryKey: [...noticesKey, 'list', params],
    queryFn: ({ signal }) => get(noticePage, '/api/notices', params, signal),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });

/** Marks these notices, or all, as read. */
export const readNotices: CommandDefinition<ReadNoticesBody, object> = {
  call: (body, context) => command(z.object({}), 'POST', '/api/notices/read', body, context),
  invalidates: [noticesKey],
};

export const ownRequestsOptions = (params: OwnRequestListQuery) =>
  queryOptions({
    queryKey: ['own-requests', params],
    queryFn: ({ signal }) => get(ownRequestPage, '/api/my-requests', params, signal),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });
