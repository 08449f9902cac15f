import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { downloadApiHistory, listApiHistory } from '#domain/history/calls.ts';
import type { HistoryListQuery } from '#domain/history/schema.ts';
import { get, urlOf } from '../../api/client.ts';
import { historyKey } from '../../api/history-key.ts';

/** Milliseconds between polls while an operation in the list runs. */
const soon = 3_000;

export const historyOptions = (apiId: number, params: HistoryListQuery) =>
  queryOptions({
    queryKey: [...historyKey, apiId, params],
    queryFn: ({ signal }) => get(listApiHistory, { parameters: { id: apiId }, query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.entries.some(({ outcome }) => outcome === 'pending') ? soon : false,
  });

/** Returns the address of the history as a file. */
export const historyFileUrl = (apiId: number, { area, search, sort, order }: HistoryListQuery): string =>
  urlOf(downloadApiHistory, { parameters: { id: apiId }, query: { area, search, sort, order } });
