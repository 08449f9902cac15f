import fc from 'fast-check';
import { anyId, anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { streamOf } from '../core/id.ts';
import { aboutAt } from '../core/operation-kind.ts';
import { reconciliationDecider } from './decider.ts';

const anySubject = fc.oneof(
  anyId.map((id) => aboutAt('deployment', id)),
  fc.tuple(anyId, anyId).map(([id, deploymentId]) => aboutAt('consumer', id, streamOf('deployment', deploymentId))),
);

export const examples = nounExamples(reconciliationDecider, {
  events: {
    ReconciliationRequested: {
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      about: aboutAt('consumer', 12, 'deployment-12'),
      apiId: 12,
      reason: 'left-over',
    },
  },
  isOperation: true,
  steps: ({ request }) => [
    request(anyOperation, 'RequestReconciliation', () =>
      fc.record({
        operationId: anyOperation,
        about: anySubject,
        apiId: anyId,
        reason: fc.constantFrom('left-over', 'late-write', 'gateway-changed'),
      }),
    ),
  ],
});
