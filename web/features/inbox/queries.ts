import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countInbox, listInbox } from '#domain/inbox/calls.ts';
import type { InboxQuery } from '#domain/inbox/schema.ts';
import { get } from '../../api/client.ts';
import { inboxKey } from '../../api/inbox-key.ts';

/** Milliseconds between polls while the tab is visible. */
const freshness = 60_000;

export const inboxOptions = (params: InboxQuery) =>
  queryOptions({
    queryKey: [...inboxKey, 'list', params],
    queryFn: ({ signal }) => get(listInbox, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: freshness,
  });

export const inboxCountOptions = queryOptions({
  queryKey: [...inboxKey, 'count'],
  queryFn: ({ signal }) => get(countInbox, {}, signal),
  staleTime: freshness,
  refetchInterval: freshness,
});
