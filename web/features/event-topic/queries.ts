import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getEventTopic,
  listEventTopicChanges,
  listEventTopics,
  readTopicAtBroker,
  removeEventTopic,
  saveEventTopic,
} from '#domain/event-topic/calls.ts';
import type { EventTopicListQuery } from '#domain/event-topic/schema.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { eventTopicsKey } from './shared/topic-of.ts';

export const eventTopicListOptions = (params: EventTopicListQuery) =>
  queryOptions({
    queryKey: [...eventTopicsKey, 'list', params],
    queryFn: ({ signal }) => get(listEventTopics, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

export const eventTopicOptions = (id: number) =>
  queryOptions({
    queryKey: [...eventTopicsKey, 'one', id],
    queryFn: ({ signal }) => get(getEventTopic, { parameters: { id: String(id) } }, signal),
  });

export const eventTopicHistoryOptions = (id: number) =>
  queryOptions({
    queryKey: [...eventTopicsKey, 'history', id],
    queryFn: ({ signal }) => get(listEventTopicChanges, { parameters: { id } }, signal),
  });

/** What a Kafka has under a name now. */
export const atBrokerOptions = (kafkaEnvId: number, name: string) =>
  queryOptions({
    queryKey: [...eventTopicsKey, 'at-broker', kafkaEnvId, name],
    queryFn: ({ signal }) => get(readTopicAtBroker, { query: { kafkaEnvId, name } }, signal),
    retry: false,
    gcTime: 0,
  });

export const saveCommand = {
  call: saveEventTopic,
  invalidates: [eventTopicsKey],
  success: 'event-topics.saved',
  failure: 'event-topics.save-failed',
} satisfies CommandDefinition;

export const removeCommand = {
  call: removeEventTopic,
  invalidates: [eventTopicsKey],
  success: 'event-topics.removed',
  failure: 'event-topics.remove-failed',
} satisfies CommandDefinition;
