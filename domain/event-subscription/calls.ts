import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { requested } from '../core/requested.ts';
import { eventSubscriptionRow } from './row.ts';
import {
  eventSubscriptionBody,
  eventSubscriptionChange,
  eventSubscriptionsQuery,
  revealedSubscription,
  subscriptionRotation,
} from './schema.ts';

const one = { parameters: { id: idParameter } } as const;

export const listEventSubscriptions = call({
  method: 'get',
  path: '/api/event-subscriptions',
  query: eventSubscriptionsQuery,
  response: z.array(eventSubscriptionRow),
});

export const addEventSubscription = call({
  method: 'post',
  path: '/api/event-subscriptions',
  body: eventSubscriptionBody,
  response: requested,
});

export const removeEventSubscription = call({
  method: 'delete',
  path: '/api/event-subscription/{id}',
  ...one,
  response: requested,
});

/** Records the view, then answers the password with what a client needs. */
export const revealEventSubscription = call({
  method: 'post',
  path: '/api/event-subscription/{id}/credentials',
  ...one,
  response: revealedSubscription,
});

export const rotateEventSubscription = call({
  method: 'post',
  path: '/api/event-subscription/{id}/rotation',
  ...one,
  body: subscriptionRotation,
  response: requested,
});

export const endSubscriptionRotation = call({
  method: 'post',
  path: '/api/event-subscription/{id}/rotation/end',
  ...one,
  response: requested,
});

export const listEventSubscriptionChanges = call({
  method: 'get',
  path: '/api/event-subscription/{id}/history',
  ...one,
  response: z.array(eventSubscriptionChange),
});
