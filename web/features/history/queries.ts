import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type HistoryListQuery, historyPage } from '#domain/history/schema.ts';
import { historyKey } from '../../api/history-key.ts';
import { get, urlOf } from '../../api/old-client.ts';

/** Milliseconds between polls while an operation in the list runs. */
const soon = 3_000;

export const historyOptions = (apiId: number, params: HistoryListQuery) =>
  queryOptions({
    queryKey: [...historyKey, apiId, params],
    queryFn: ({ signal }) => get(historyPage, `/api/api-history/${apiId}`, params, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.entries.some(({ outcome }) => outcome === 'pending') ? soon : false,
  });

/** Returns the address of the history as a file. */
export const historyFileUrl = (apiId: number, { area, search, sort, order }: HistoryListQuery): string =>
  urlOf(`/api/api-history/${apiId}/download`, { area, search, sort, order });
