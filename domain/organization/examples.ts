import fc from 'fast-check';
import { anyId, anyName as name, nounExamples } from '#test/noun-examples.ts';
import { organizationDecider } from './organization.ts';

export const examples = nounExamples(organizationDecider, {
  events: {
    OrganizationRegistered: {
      organizationId: 12,
      name: 'name text',
      external: true,
      description: 'description text',
      contact: 'contact text',
    },
  },
  steps: ({ step }) => [
    step(anyId, 'RegisterOrganization', (organizationId) =>
      fc.record({
        organizationId: fc.constant(organizationId),
        name,
        external: fc.boolean(),
        description: name,
        contact: name,
      }),
    ),
  ],
});
