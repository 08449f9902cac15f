import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { eventTopicView } from './row.ts';
import {
  eventTopicBody,
  eventTopicChange,
  eventTopicKey,
  eventTopicKeyQuery,
  eventTopicListQuery,
  eventTopicOfQuery,
  eventTopicPage,
  eventTopicRemoved,
  eventTopicSaved,
  topicAtBroker,
  topicAtBrokerQuery,
} from './schema.ts';

export const listEventTopics = call({
  method: 'get',
  path: '/api/event-topics',
  query: eventTopicListQuery,
  response: eventTopicPage,
});

/** What the broker has under a name. It only reads. */
export const readTopicAtBroker = call({
  method: 'get',
  path: '/api/event-topics/at-broker',
  query: topicAtBrokerQuery,
  response: topicAtBroker,
});

export const getEventTopicOf = call({
  method: 'get',
  path: '/api/event-topic',
  query: eventTopicOfQuery,
  response: eventTopicView,
});

/** `id` is a number, or `organizationId;categoryId`. */
export const getEventTopic = call({
  method: 'get',
  path: '/api/event-topic/{id}',
  parameters: { id: eventTopicKey },
  query: eventTopicKeyQuery,
  response: eventTopicView,
});

export const saveEventTopic = call({
  method: 'post',
  path: '/api/event-topic',
  body: eventTopicBody,
  response: eventTopicSaved,
});

export const removeEventTopic = call({
  method: 'delete',
  path: '/api/event-topic/{id}',
  parameters: { id: idParameter },
  response: eventTopicRemoved,
});

export const listEventTopicChanges = call({
  method: 'get',
  path: '/api/event-topic/{id}/history',
  parameters: { id: idParameter },
  response: z.array(eventTopicChange),
});
