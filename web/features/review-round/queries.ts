import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  closeReviewRound,
  decideReviewLines,
  downloadReviewReport,
  getReviewRound,
  listReviewLines,
  listReviewRounds,
  startReviewRound,
} from '#domain/review-round/calls.ts';
import type { ReviewLineListQuery, ReviewRoundListQuery } from '#domain/review-round/schema.ts';
import { get, urlOf } from '../../api/client.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { inboxKey } from '../../api/inbox-key.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const reviewRoundsKey = ['review-rounds'] as const;

export const reviewRoundListOptions = (params: ReviewRoundListQuery) =>
  queryOptions({
    queryKey: [...reviewRoundsKey, 'list', params],
    queryFn: ({ signal }) => get(listReviewRounds, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

export const reviewRoundOptions = (id: number) =>
  queryOptions({
    queryKey: [...reviewRoundsKey, 'one', id],
    queryFn: ({ signal }) => get(getReviewRound, { parameters: { id } }, signal),
  });

export const reviewLinesOptions = (id: number, params: ReviewLineListQuery) =>
  queryOptions({
    queryKey: [...reviewRoundsKey, 'lines', id, params],
    queryFn: ({ signal }) => get(listReviewLines, { parameters: { id }, query: params }, signal),
    placeholderData: keepPreviousData,
  });

/** The address of a round's lines as CSV. The query's page and place don't count. */
export const reviewLinesUrl = (id: number, query: ReviewLineListQuery): string =>
  csvUrlOf(listReviewLines, query, { id });

export const reviewReportUrl = (id: number): string => urlOf(downloadReviewReport, { parameters: { id } });

export const startCommand = {
  call: startReviewRound,
  invalidates: [reviewRoundsKey, inboxKey],
} satisfies CommandDefinition;

export const decideCommand = {
  call: decideReviewLines,
  invalidates: [reviewRoundsKey, inboxKey],
} satisfies CommandDefinition;

export const closeCommand = {
  call: closeReviewRound,
  invalidates: [reviewRoundsKey, inboxKey],
  success: 'review-rounds.closed-now',
} satisfies CommandDefinition;
