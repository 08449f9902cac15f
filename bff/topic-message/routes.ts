import { readLastMessages, readSubscriptionLag, sendTestMessage } from '#domain/topic-message/calls.ts';
import { route } from '../http/route.ts';
import { readLag } from './read-lag.ts';
import { readMessages } from './read-last-messages.ts';
import { sendTest } from './send-test.ts';

/** Every call about the messages of topics. */
export const topicMessageRoutes = [
  route(readLastMessages, {
    limit: 'reveal',
    action: 'event-topic.look',
    hidden: true,
    summary:
      'Record that the last messages of a topic are looked at, and answer them, each held to the schema of its event',
    handle: readMessages,
  }),
  route(sendTestMessage, {
    limit: 'try-it',
    action: 'event-topic.send-test',
    summary: 'Send a test message to a topic',
    handle: sendTest,
  }),
  route(readSubscriptionLag, {
    limit: 'try-it',
    action: 'event-subscription.lag',
    hidden: true,
    summary: 'How many messages the groups of readers of a subscription are behind',
    handle: async ({ actor, services, parameters: { id } }) => await readLag(services, actor, id),
  }),
];
