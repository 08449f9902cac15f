import fc from 'fast-check';
import { anyId, nounExamples } from '#test/examples/noun-examples.ts';
import { topicMessageDecider } from './decider.ts';

const about = { eventTopicId: 12, organizationId: 2 };
const constants = { eventTopicId: fc.constant(12), organizationId: fc.constant(2) };

export const examples = nounExamples(topicMessageDecider, {
  events: {
    TopicMessagesRead: { ...about, messages: 50 },
    TestMessageBegun: { ...about, eventTypeId: 'order.placed' },
    TestMessageSent: { ...about, partition: 1, offset: 4711 },
    TestMessageRefused: { ...about, reason: 'kafka.refused' },
  },
  steps: ({ step }) => [
    step(anyId, 'RecordRead', () => fc.record({ ...constants, messages: fc.constantFrom(0, 50) })),
    step(anyId, 'BeginTest', () => fc.record({ ...constants, eventTypeId: fc.constant('order.placed') })),
    step(anyId, 'ConfirmTest', () => fc.record({ partition: fc.constant(0), offset: fc.constantFrom(0, 7) })),
    step(anyId, 'RefuseTest', () => fc.record({ reason: fc.constant('kafka.refused') })),
  ],
});
