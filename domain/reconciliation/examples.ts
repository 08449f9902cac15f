import fc from 'fast-check';
import { anyId, anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { reconciliationDecider } from './decider.ts';

export const examples = nounExamples(reconciliationDecider, {
  events: {
    ReconciliationRequested: {
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      deploymentId: 12,
      apiId: 12,
      consumerId: 12,
      reason: 'left-over',
    },
  },
  isOperation: true,
  steps: ({ request }) => [
    request(anyOperation, 'RequestReconciliation', () =>
      fc.record({
        operationId: anyOperation,
        deploymentId: anyId,
        apiId: anyId,
        consumerId: fc.option(anyId),
        reason: fc.constantFrom('left-over', 'late-write'),
      }),
    ),
  ],
});
