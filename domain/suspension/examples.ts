import fc from 'fast-check';
import { anyId, anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { suspensionDecider } from './decider.ts';

const event = { operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', organizationId: 12, deploymentId: 12, apiId: 12 };
const request = () =>
  fc.record({ operationId: anyOperation, organizationId: anyId, deploymentId: anyId, apiId: anyId });

export const examples = nounExamples(suspensionDecider, {
  events: { KeysSuspensionRequested: event, KeysRestorationRequested: event },
  isOperation: true,
  steps: (steps) => [
    steps.request(anyOperation, 'RequestSuspension', request),
    steps.request(anyOperation, 'RequestRestoration', request),
  ],
});
