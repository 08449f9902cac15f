import { expect, it } from 'vitest';
import { notFound } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import { topicMessageDecider } from './decider.ts';
import type { TopicMessageCommand, TopicMessageEvent } from './topic-message.ts';

const about = { eventTopicId: 12, organizationId: 2 };
const read: TopicMessageEvent = { type: 'TopicMessagesRead', data: { ...about, messages: 3 } };
const begun: TopicMessageEvent = { type: 'TestMessageBegun', data: { ...about, eventTypeId: 'order.placed' } };
const sent: TopicMessageEvent = { type: 'TestMessageSent', data: { ...about, partition: 1, offset: 7 } };
const refused: TopicMessageEvent = { type: 'TestMessageRefused', data: { ...about, reason: 'kafka.refused' } };
const recordRead: TopicMessageCommand = { type: 'RecordRead', data: { ...about, messages: 3 } };
const begin: TopicMessageCommand = { type: 'BeginTest', data: { ...about, eventTypeId: 'order.placed' } };
const confirm: TopicMessageCommand = { type: 'ConfirmTest', data: { partition: 1, offset: 7 } };
const refuseTest: TopicMessageCommand = { type: 'RefuseTest', data: { reason: 'kafka.refused' } };

it.each<[what: string, before: TopicMessageEvent[], command: TopicMessageCommand, then: unknown]>([
  ['a look is recorded', [], recordRead, [read]],
  ['a look is recorded once', [read], recordRead, []],
  ['a test message is recorded before it is sent', [], begin, [begun]],
  ['a test message is begun once', [begun], begin, []],
  ['a test message that the broker has is recorded', [begun], confirm, [sent]],
  ['a test message is sent once', [begun, sent], confirm, []],
  ['the broker may refuse it', [begun], refuseTest, [refused]],
  ['what was refused may be tried again', [begun, refused], begin, [begun]],
  ['what was sent was not refused', [begun, sent], refuseTest, []],
  ['nothing is sent that was not begun', [], confirm, notFound()],
])('%s', (_what, before, command, then) => {
  expect(given(topicMessageDecider, before).when(command)).toEqual(then);
});
