import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countUnreadNotices, listNotices, readNotices } from '#domain/notice/calls.ts';
import type { NoticeListQuery } from '#domain/notice/schema.ts';
import { listOwnRequests } from '#domain/own-request/calls.ts';
import type { OwnRequestListQuery } from '#domain/own-request/schema.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const noticesKey = ['notices'] as const;

/** Milliseconds between polls while the tab is visible. */
const freshness = 30_000;

export const unreadNoticesOptions = queryOptions({
  queryKey: [...noticesKey, 'unread'],
  queryFn: ({ signal }) => get(countUnreadNotices, {}, signal),
  staleTime: freshness,
  refetchInterval: freshness,
});

export const noticeListOptions = (params: NoticeListQuery) =>
  queryOptions({
    queryKey: [...noticesKey, 'list', params],
    queryFn: ({ signal }) => get(listNotices, { query: params }, signal),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });

/** Marks these notices, or all, as read. */
export const readCommand = {
  call: readNotices,
  invalidates: [noticesKey],
} satisfies CommandDefinition;

export const ownRequestsOptions = (params: OwnRequestListQuery) =>
  queryOptions({
    queryKey: ['own-requests', params],
    queryFn: ({ signal }) => get(listOwnRequests, { query: params }, signal),
    refetchInterval: freshness,
    placeholderData: keepPreviousData,
  });
