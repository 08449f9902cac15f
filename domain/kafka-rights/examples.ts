import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { kafkaRightsDecider } from './decider.ts';

const right = { key: 'acl-one', name: 'User:reports allow read topic orders' };

export const examples = nounExamples(kafkaRightsDecider, {
  events: {
    KafkaRightsFound: { kafkaEnvId: 12, rights: [right] },
    KafkaRightsGone: { kafkaEnvId: 12, keys: ['acl-one'] },
  },
  steps: ({ step }) => [
    step(fc.constant(1), 'ReportRights', () =>
      fc.record({
        kafkaEnvId: fc.constant(1),
        rights: fc.uniqueArray(
          fc.record({ key: fc.constantFrom('acl-one', 'acl-two'), name: fc.constant(right.name) }),
          { maxLength: 2, selector: ({ key }) => key },
        ),
      }),
    ),
  ],
});
