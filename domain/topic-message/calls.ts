import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { lastMessages, subscriptionLag, testMessageBody, testMessageSent } from './schema.ts';

const one = { parameters: { id: idParameter } } as const;

/** Records the look, then answers the messages. */
export const readLastMessages = call({
  method: 'post',
  path: '/api/event-topic/{id}/messages',
  ...one,
  response: lastMessages,
});

export const sendTestMessage = call({
  method: 'post',
  path: '/api/event-topic/{id}/test-message',
  ...one,
  body: testMessageBody,
  response: testMessageSent,
});

export const readSubscriptionLag = call({
  method: 'get',
  path: '/api/event-subscription/{id}/lag',
  ...one,
  response: subscriptionLag,
});
