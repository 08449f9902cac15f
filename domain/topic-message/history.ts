import type { OwnHistory } from '../core/history.ts';
import type { TopicMessageEvent } from './topic-message.ts';

/** The word for each of them in the history of the topic. */
export const topicMessageKinds = {
  TopicMessagesRead: 'messages-read',
  TestMessageBegun: 'test-begun',
  TestMessageSent: 'test-sent',
  TestMessageRefused: 'test-refused',
} as const satisfies OwnHistory<TopicMessageEvent>['kinds'];

/** How many were read, which event was tried, and where it is. */
export const topicMessageValues = {
  TopicMessagesRead: ({ messages }) => ({ about: String(messages) }),
  TestMessageBegun: ({ eventTypeId }) => ({ about: eventTypeId }),
  TestMessageSent: ({ partition, offset }) => ({ about: `${partition}/${offset}` }),
} as const satisfies OwnHistory<TopicMessageEvent>['values'];
