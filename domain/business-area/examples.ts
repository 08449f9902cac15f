import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/noun-examples.ts';
import { businessAreaDecider } from './business-area.ts';

export const examples = nounExamples(businessAreaDecider, {
  events: {
    BusinessAreaAdded: { businessAreaId: 12, name: 'name text', description: 'description text' },
  },
  steps: ({ step }) => [
    step(anyId, 'AddBusinessArea', (businessAreaId) =>
      fc.record({ businessAreaId: fc.constant(businessAreaId), name: anyName, description: anyName }),
    ),
  ],
});
