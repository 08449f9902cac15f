import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { eventComparison } from './comparison.ts';
import { eventCategoryDocument } from './document.ts';
import { eventCategoryRow } from './row.ts';
import {
  compareQuery,
  countedEventCategory,
  eventCategory,
  eventCategoryBody,
  eventCategoryChange,
  eventCategoryListQuery,
  eventCategoryPage,
  eventCategoryQuery,
  eventCategoryRemoved,
  eventCategorySaved,
  eventCategoryVersion,
  eventSample,
  exportQuery,
} from './schema.ts';

export const listEventCategories = call({
  method: 'get',
  path: '/api/event-categories',
  response: z.array(eventCategoryRow),
});

export const listAllEventCategories = call({
  method: 'get',
  path: '/api/event-categories/all',
  response: z.array(countedEventCategory),
});

export const searchEventCategories = call({
  method: 'get',
  path: '/api/event-categories/search',
  query: eventCategoryListQuery,
  response: eventCategoryPage,
});

export const getEventCategory = call({
  method: 'get',
  path: '/api/event-category/{id}',
  parameters: { id: idParameter },
  query: eventCategoryQuery,
  response: eventCategory,
});

export const saveEventCategory = call({
  method: 'post',
  path: '/api/event-category',
  body: eventCategoryBody,
  response: eventCategorySaved,
});

/** As `saveEventCategory`, for what exists. */
export const changeEventCategory = call({
  method: 'put',
  path: '/api/event-category',
  body: eventCategoryBody,
  response: eventCategorySaved,
});

/** Checks a document and says what saving it would break. Changes nothing. */
export const checkEventCategory = call({
  method: 'post',
  path: '/api/event-category/check',
  body: eventCategoryDocument,
  response: eventComparison,
});

export const removeEventCategory = call({
  method: 'delete',
  path: '/api/event-category/{id}',
  parameters: { id: idParameter },
  response: eventCategoryRemoved,
});

export const listEventCategoryVersions = call({
  method: 'get',
  path: '/api/event-category/{id}/versions',
  parameters: { id: idParameter },
  response: z.array(eventCategoryVersion),
});

export const listEventSamples = call({
  method: 'get',
  path: '/api/event-category/{id}/samples',
  parameters: { id: idParameter },
  query: eventCategoryQuery,
  response: z.array(eventSample),
});

/** A category as a file: AsyncAPI 3 as JSON, or one HTML page. */
export const exportEventCategory = call({
  method: 'get',
  path: '/api/event-category/{id}/export',
  parameters: { id: idParameter },
  query: exportQuery,
});

export const compareEventCategory = call({
  method: 'get',
  path: '/api/event-category/{id}/compare',
  parameters: { id: idParameter },
  query: compareQuery,
  response: eventComparison,
});

export const listEventCategoryChanges = call({
  method: 'get',
  path: '/api/event-category/{id}/history',
  parameters: { id: idParameter },
  response: z.array(eventCategoryChange),
});
