import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getWhyNot, listWhyNotSubjects } from '#domain/why-not/calls.ts';
import type { WhyNotQuery, WhyNotSubject } from '#domain/why-not/schema.ts';
import { get } from '../../../api/client.ts';
import type { Why } from '../../../api/problem-error.ts';

const whyNotKey = ['why-not'] as const;

/** @param question of a refusal, or of somebody who asks. Undefined: nothing is asked yet. */
export const whyNotOptions = (question: WhyNotQuery | Why | undefined) =>
  queryOptions({
    queryKey: [...whyNotKey, question],
    queryFn: ({ signal }) => get(getWhyNot, { query: question as WhyNotQuery }, signal),
    enabled: question !== undefined,
  });

/** What can be asked about, by the words that somebody types. */
export const whyNotSubjectsOptions = (of: WhyNotSubject, search: string) =>
  queryOptions({
    queryKey: [...whyNotKey, 'subjects', of, search],
    queryFn: ({ signal }) => get(listWhyNotSubjects, { query: { of, search } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
