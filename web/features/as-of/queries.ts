import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { downloadAsOf, listAsOf, listAsOfSubjects } from '#domain/as-of/calls.ts';
import type { AsOfFileQuery, AsOfQuery } from '#domain/as-of/schema.ts';
import type { AsOfSubject } from '#domain/as-of/subjects.ts';
import { get, urlOf } from '../../api/client.ts';

const asOfKey = ['as-of'] as const;

export const asOfOptions = (query: AsOfQuery, isAsked: boolean) =>
  queryOptions({
    queryKey: [...asOfKey, query],
    queryFn: ({ signal }) => get(listAsOf, { query }, signal),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });

/** Returns the address of the whole answer as a file. */
export const asOfFileUrl = ({ page: _page, ...question }: AsOfQuery, format: AsOfFileQuery['format']): string =>
  urlOf(downloadAsOf, { query: { ...question, format } });

/** What can be asked about, by the words that somebody types. */
export const asOfSubjectsOptions = (of: AsOfSubject, search: string) =>
  queryOptions({
    queryKey: [...asOfKey, 'subjects', of, search],
    queryFn: ({ signal }) => get(listAsOfSubjects, { query: { of, search } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
