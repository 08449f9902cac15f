import { queryOptions } from '@tanstack/react-query';
import { listEventCategories } from '#domain/event-category/calls.ts';
import { get } from '../../../api/client.ts';
import { eventCategoriesKey } from '../../../api/event-categories-key.ts';

/** All event categories with their events, for choices. */
export const categoriesOptions = queryOptions({
  queryKey: [...eventCategoriesKey, 'all'],
  queryFn: ({ signal }) => get(listEventCategories, {}, signal),
  staleTime: 60_000,
});
