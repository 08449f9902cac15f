import type { Decider, Decision } from '../core/decider.ts';
import { notFound } from '../core/problem.ts';
import type { TopicMessage, TopicMessageCommand, TopicMessageEvent } from './topic-message.ts';

const decide = (command: TopicMessageCommand, state: TopicMessage): Decision<TopicMessageEvent> => {
  switch (command.type) {
    case 'RecordRead':
      return state.status === 'none' ? [{ type: 'TopicMessagesRead', data: command.data }] : [];
    case 'BeginTest':
      // What the broker refused may be tried again.
      return state.status === 'none' || state.status === 'refused'
        ? [{ type: 'TestMessageBegun', data: command.data }]
        : [];
    case 'ConfirmTest':
    case 'RefuseTest': {
      if (state.status === 'sent' || state.status === 'refused') return [];
      if (state.status !== 'begun') return notFound();
      const { eventTopicId, organizationId } = state;
      const about = { eventTopicId, organizationId };
      return command.type === 'ConfirmTest'
        ? [{ type: 'TestMessageSent', data: { ...about, ...command.data } }]
        : [{ type: 'TestMessageRefused', data: { ...about, ...command.data } }];
    }
    default:
      return command satisfies never;
  }
};

const evolve = (_state: TopicMessage, { type, data }: TopicMessageEvent): TopicMessage => {
  switch (type) {
    case 'TopicMessagesRead':
      return { status: 'read' };
    case 'TestMessageBegun':
      return { status: 'begun', eventTopicId: data.eventTopicId, organizationId: data.organizationId };
    case 'TestMessageSent':
      return { status: 'sent', partition: data.partition, offset: data.offset };
    case 'TestMessageRefused':
      return { status: 'refused' };
    default:
      return type satisfies never;
  }
};

/** What somebody did with messages of a topic, once. Each look has a stream of its own, so that readers never wait for each other. */
export const topicMessageDecider: Decider<TopicMessage, TopicMessageCommand, TopicMessageEvent> = {
  noun: 'topic-message',
  initialState: { status: 'none' },
  decide,
  evolve,
};
