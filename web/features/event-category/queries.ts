import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  checkEventCategory,
  compareEventCategory,
  getEventCategory,
  listEventCategoryChanges,
  listEventCategoryVersions,
  listEventSamples,
  removeEventCategory,
  saveEventCategory,
  searchEventCategories,
} from '#domain/event-category/calls.ts';
import type { EventCategoryDocument } from '#domain/event-category/document.ts';
import type { EventCategoryListQuery } from '#domain/event-category/schema.ts';
import { ask, get } from '../../api/client.ts';
import { eventCategoriesKey } from '../../api/event-categories-key.ts';
import { asProblem } from '../../api/problem-error.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

export const eventCategoryListOptions = (params: EventCategoryListQuery) =>
  queryOptions({
    queryKey: [...eventCategoriesKey, 'list', params],
    queryFn: ({ signal }) => get(searchEventCategories, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

/** `version`: default: the current one. */
export const eventCategoryOptions = (id: number, version?: number) =>
  queryOptions({
    queryKey: [...eventCategoriesKey, 'one', id, version],
    queryFn: ({ signal }) =>
      get(getEventCategory, { parameters: { id }, query: version === undefined ? {} : { version } }, signal),
  });

export const versionsOptions = (id: number) =>
  queryOptions({
    queryKey: [...eventCategoriesKey, 'versions', id],
    queryFn: ({ signal }) => get(listEventCategoryVersions, { parameters: { id } }, signal),
  });

/** A message for each event of a version. A version never changes. */
export const samplesOptions = (id: number, version: number) =>
  queryOptions({
    queryKey: ['event-samples', id, version],
    queryFn: ({ signal }) => get(listEventSamples, { parameters: { id }, query: { version } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads what one version means for those who follow another. It never changes. */
export const comparisonOptions = (id: number, from: number, to: number) =>
  queryOptions({
    queryKey: ['event-category-comparison', id, from, to],
    queryFn: ({ signal }) => get(compareEventCategory, { parameters: { id }, query: { from, to } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Checks a document that is not saved yet, and reads what saving it would break. The last response is shown until the next
 * comes. A refusal is final: the same document is refused again.
 */
export const checkOptions = (document: EventCategoryDocument | undefined, basedOn: number | undefined) =>
  queryOptions({
    queryKey: ['event-category-check', basedOn, JSON.stringify(document)],
    queryFn: ({ signal }) => ask(checkEventCategory, {}, new Blob([JSON.stringify(document)]), signal),
    enabled: document !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: (count, error) => count < 2 && asProblem(error).isTransient,
  });

export const eventCategoryHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...eventCategoriesKey, 'history', id],
    queryFn: ({ signal }) => get(listEventCategoryChanges, { parameters: { id } }, signal),
  });

export const saveCommand = {
  call: saveEventCategory,
  invalidates: [eventCategoriesKey],
  success: 'event-categories.saved',
} satisfies CommandDefinition;

export const removeCommand = {
  call: removeEventCategory,
  invalidates: [eventCategoriesKey],
  success: 'event-categories.removed',
} satisfies CommandDefinition;
