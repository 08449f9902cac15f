import fc from 'fast-check';
import { anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { keyLimitDecider } from './decider.ts';
import { keyLimitIdOf } from './key-limit-id.ts';

const pairs = [1, 2, 3].flatMap((deploymentId) =>
  [1, 2].map((organizationId) => ({ deploymentId, organizationId, id: keyLimitIdOf(deploymentId, organizationId) })),
);

export const examples = nounExamples(keyLimitDecider, {
  events: {
    KeyLimitChangeRequested: {
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      deploymentId: 12,
      apiId: 12,
      organizationId: 12,
      from: { window: 'minute', calls: 12, policy: 'local' },
      to: { window: 'minute', calls: 12, policy: 'local' },
    },
  },
  steps: ({ request }) =>
    pairs.map(({ id, deploymentId, organizationId }) =>
      request(fc.constant(id), 'RequestLimit', () =>
        fc.record({
          operationId: anyOperation,
          deploymentId: fc.constant(deploymentId),
          apiId: fc.constantFrom(1, 2, 3),
          organizationId: fc.constant(organizationId),
          rateLimit: fc.constantFrom(null, { window: 'hour', calls: 5, policy: 'local' }),
        }),
      ),
    ),
});
