import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { keyEndDecider } from './decider.ts';

const key = fc.integer({ min: 1, max: 8 });

export const examples = nounExamples(keyEndDecider, {
  events: {
    KeyEnding: {
      consumerId: 12,
      deploymentId: 12,
      apiId: 12,
      organizationId: 12,
      endsAt: '2026-12-31T23:59:59.999Z',
      days: 14,
    },
  },
  steps: ({ step }) => [
    step(key, 'ReportKeyEnding', (consumerId) =>
      fc.record({
        consumerId: fc.constant(consumerId),
        deploymentId: fc.constantFrom(1, 2, 3),
        apiId: fc.constantFrom(1, 2, 3),
        organizationId: fc.constantFrom(1, 2, 3),
        endsAt: fc.constantFrom('2026-12-31T23:59:59.999Z', '2027-01-31T23:59:59.999Z'),
        now: fc.constantFrom('2026-12-20T00:00:00.000Z', '2026-12-30T00:00:00.000Z', '2027-01-30T00:00:00.000Z'),
      }),
    ),
  ],
});
