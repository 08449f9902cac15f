import type { OwnHistory } from '../core/history.ts';
import { topicMessageKinds, topicMessageValues } from '../topic-message/history.ts';
import type { TopicMessageEvent } from '../topic-message/topic-message.ts';
import { configText } from './config.ts';
import type { EventTopicDetails, EventTopicEvent } from './event-topic.ts';

/** The history of a topic, with who looked at its messages. */
export const eventTopicHistory = {
  noun: 'event-topic',
  kinds: {
    EventTopicAddRequested: 'added',
    EventTopicChangeRequested: 'changed',
    EventTopicMakingBegun: 'making-begun',
    EventTopicSaved: 'saved',
    EventTopicSaveFailed: 'save-failed',
    EventTopicSeen: 'seen',
    EventTopicMissed: 'missed',
    EventTopicRemovalRequested: 'removal-requested',
    EventTopicRemoved: 'removed',
    ...topicMessageKinds,
  },
  idOf: ({ eventTopicId }) => eventTopicId,
  values: topicMessageValues,
  fields: {
    name: ({ name }) => name,
    organizationAttr: ({ organizationAttr }) => organizationAttr,
    subscribed: ({ subscribed }) => subscribed.map(String),
    partitions: ({ partitions }) => (partitions === null ? '' : String(partitions)),
    replication: ({ replication }) => (replication === null ? '' : String(replication)),
    config: ({ config }) => configText(config),
  },
} as const satisfies OwnHistory<EventTopicEvent | TopicMessageEvent, EventTopicDetails>;
