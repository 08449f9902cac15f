import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { setupDecider, setupId } from './setup.ts';

/** There is one of these. */
const only = fc.constant(setupId);

export const examples = nounExamples(setupDecider, {
  events: {
    FirstAdministratorNamed: { userId: 12, organizationId: 12, email: 'email text' },
    FirstAdministratorAppointed: { userId: 12 },
    SetupDismissed: { userId: 12 },
  },
  steps: ({ step }) => [
    step(only, 'NameFirstAdministrator', () => fc.record({ userId: anyId, organizationId: anyId, email: anyName })),
    step(only, 'AppointFirstAdministrator', () => fc.record({ userId: anyId })),
    step(only, 'DismissSetup', () => fc.record({ userId: anyId })),
  ],
});
