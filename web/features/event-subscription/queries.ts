import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  addEventSubscription,
  endSubscriptionRotation,
  listEventSubscriptionChanges,
  listEventSubscriptions,
  removeEventSubscription,
  revealEventSubscription,
  rotateEventSubscription,
} from '#domain/event-subscription/calls.ts';
import { listEventTopics } from '#domain/event-topic/calls.ts';
import { eventTopicPageSize } from '#domain/event-topic/limits.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const subscriptionsKey = ['event-subscriptions'] as const;

/** A topic, or all topics of a category. */
export type SubscriptionPlace = Readonly<{ categoryId: number; topicId?: number }>;

/** The subscriptions at a place that the user may see. Polls while an operation changes one of them. */
export const subscriptionsOptions = ({ categoryId, topicId }: SubscriptionPlace, search = '') =>
  queryOptions({
    queryKey: [...subscriptionsKey, 'at', topicId ?? 'all', categoryId, search],
    queryFn: ({ signal }) =>
      get(
        listEventSubscriptions,
        { query: { ...(topicId === undefined ? { categoryId } : { topicId }), search } },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (data?.some(({ state }) => state === 'adding' || state === 'changing' || state === 'removing')) return 1_500;
      // The old login of a rotation ends by itself.
      return data?.some(({ previous }) => previous) ? 10_000 : false;
    },
  });

/** The topics of a category that something can subscribe to: the first fifty by name. */
/** All topics of a category, which a select shows. */
export const categoryTopicsOptions = (categoryId: number) =>
  queryOptions({
    queryKey: ['event-topics', 'of-category', categoryId],
    queryFn: async ({ signal }) => {
      const read = (page: number) => get(listEventTopics, { query: { categoryId, page } }, signal);
      const first = await read(0);
      const pages = Math.ceil(first.total / eventTopicPageSize);
      const others = await Promise.all(Array.from({ length: Math.max(pages - 1, 0) }, (_, index) => read(index + 1)));
      return [first, ...others].flatMap(({ topics }) => topics);
    },
  });

export const subscriptionHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...subscriptionsKey, 'history', id],
    queryFn: ({ signal }) => get(listEventSubscriptionChanges, { parameters: { id } }, signal),
  });

export const addCommand = {
  call: addEventSubscription,
  invalidates: [subscriptionsKey],
} satisfies CommandDefinition;

export const removeCommand = {
  call: removeEventSubscription,
  invalidates: [subscriptionsKey],
} satisfies CommandDefinition;

/** Records the view, then returns the password. */
export const revealCommand = {
  call: revealEventSubscription,
  invalidates: [[...subscriptionsKey, 'history']],
} satisfies CommandDefinition;

export const rotateCommand = {
  call: rotateEventSubscription,
  invalidates: [subscriptionsKey],
} satisfies CommandDefinition;

export const endRotationCommand = {
  call: endSubscriptionRotation,
  invalidates: [subscriptionsKey],
} satisfies CommandDefinition;
