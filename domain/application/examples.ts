import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/noun-examples.ts';
import { application } from '#test/sample-events.ts';
import { applicationDecider } from './application.ts';

export const examples = nounExamples(applicationDecider, {
  events: {
    ApplicationRegistered: {
      applicationId: 12,
      organizationId: 12,
      name: 'name text',
      description: 'description text',
      external: true,
      owners: [12],
    },
  },
  steps: ({ step }) => [
    step(anyId, 'RegisterApplication', (applicationId) =>
      fc
        .record({ organizationId: anyId, name: anyName, owners: fc.uniqueArray(anyId) })
        .map((one) => application(applicationId, one.organizationId, one.name, one.owners).data),
    ),
  ],
});
