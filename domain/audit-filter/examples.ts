import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { auditFilterDecider } from './decider.ts';

export const examples = nounExamples(auditFilterDecider, {
  events: {
    AuditFilterSaved: { userId: 12, filterId: 1, name: 'name text', query: 'query text' },
    AuditFilterRemoved: { userId: 12, filterId: 1 },
  },
  steps: ({ step }) => [
    step(anyId, 'SaveFilter', (userId) =>
      fc.record({
        userId: fc.constant(userId),
        filterId: fc.constantFrom(0, 1),
        name: anyName,
        query: fc.constantFrom('noun=api', 'act=viewed'),
      }),
    ),
    step(anyId, 'RemoveFilter', (userId) => fc.record({ userId: fc.constant(userId), filterId: fc.constant(1) })),
  ],
});
