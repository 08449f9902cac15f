import { queryOptions } from '@tanstack/react-query';
import type { Environment } from '#domain/core/environment.ts';
import { getEventTopicOf } from '#domain/event-topic/calls.ts';
import { get } from '../../../api/client.ts';

export const eventTopicsKey = ['event-topics'] as const;

/** An organization's topic of a category; 404 where it has none. @param env default: the first in which there is one. */
export const eventTopicOfOptions = (organizationId: number, categoryId: number, env?: Environment) =>
  queryOptions({
    queryKey: [...eventTopicsKey, 'of', organizationId, categoryId, env],
    queryFn: ({ signal }) => get(getEventTopicOf, { query: { organizationId, categoryId, env } }, signal),
  });
