import { queryOptions } from '@tanstack/react-query';
import { getEventTopicOf } from '#domain/event-topic/calls.ts';
import { get } from '../../../api/client.ts';

export const eventTopicsKey = ['event-topics'] as const;

/** An organization's topic of a category, in the first environment that there is; 404 where it has none. */
export const eventTopicOfOptions = (organizationId: number, categoryId: number) =>
  queryOptions({
    queryKey: [...eventTopicsKey, 'of', organizationId, categoryId],
    queryFn: ({ signal }) => get(getEventTopicOf, { query: { organizationId, categoryId } }, signal),
  });
