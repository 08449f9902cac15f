import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { businessAreaDecider } from './decider.ts';

export const examples = nounExamples(businessAreaDecider, {
  events: {
    BusinessAreaAdded: { businessAreaId: 12, name: 'Payments', description: 'Everything about money' },
    BusinessAreaChanged: {
      businessAreaId: 12,
      from: { name: 'Payments', description: 'Everything about money' },
      to: { name: 'Payments', description: 'Cards and invoices' },
    },
    BusinessAreaRemoved: { businessAreaId: 12 },
  },
  steps: ({ step }) => [
    step(anyId, 'AddBusinessArea', (businessAreaId) =>
      fc.record({ businessAreaId: fc.constant(businessAreaId), name: anyName, description: anyName }),
    ),
    step(anyId, 'ChangeBusinessArea', () => fc.record({ name: anyName, description: anyName })),
    step(anyId, 'RemoveBusinessArea', () => fc.record({ isInUse: fc.boolean() })),
  ],
});
