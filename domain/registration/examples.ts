import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { registrationDecider } from './decider.ts';

const about = { registrationId: 12, userId: 34 };
const person = { firstname: 'Nora', lastname: 'Lind', email: 'nora.lind@harbour-freight.example' };
const anyPerson = { firstname: anyName, lastname: anyName, email: anyName };

export const examples = nounExamples(registrationDecider, {
  events: {
    RegistrationRequested: {
      ...about,
      ...person,
      company: 'Harbour Freight',
      phoneNumber: '+1(816)-111-1111',
      comments: 'comments text',
      termsVersion: '2026-01-01',
      language: 'de',
    },
    RegistrationApprovalBegun: {
      ...about,
      ...person,
      organizationId: 2,
      companyAdmin: true,
      decidedBy: 7,
      language: 'de',
      phoneNumber: '+1(816)-111-1111',
      termsVersion: '2026-01-01',
      askedEmail: 'nora@harbour-freight.example',
    },
    RegistrationApproved: { ...about, organizationId: 2, companyAdmin: true },
    RegistrationDenied: { ...about, decidedBy: 7, reason: 'reason text' },
    RegistrationErasureBegun: about,
    RegistrationErased: about,
  },
  steps: ({ step }) => [
    step(anyId, 'RequestRegistration', (registrationId) =>
      fc.record({
        registrationId: fc.constant(registrationId),
        userId: anyId,
        ...anyPerson,
        company: anyName,
        phoneNumber: anyName,
        comments: anyName,
        termsVersion: anyName,
        language: fc.constantFrom('en', 'he'),
      }),
    ),
    step(anyId, 'BeginApproval', () =>
      fc.record({ ...anyPerson, organizationId: anyId, companyAdmin: fc.boolean(), decidedBy: anyId }),
    ),
    step(anyId, 'CompleteApproval'),
    step(anyId, 'DenyRegistration', () => fc.record({ decidedBy: anyId, reason: anyName })),
    step(anyId, 'BeginErasure'),
    step(anyId, 'EraseRegistration'),
  ],
});
