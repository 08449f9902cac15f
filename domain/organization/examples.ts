import fc from 'fast-check';
import { anyId, anyOperation, anyName as name, nounExamples, type Step } from '#test/examples/noun-examples.ts';
import { organizationDecider } from './decider.ts';
import type { OrganizationDetails } from './details.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const profile = {
  phoneNumber: '+1(816)-111-1111',
  address1: '1 High Street',
  address2: 'Floor 2',
  city: 'Springfield',
  state: 'North',
  country: 'Exampland',
  zip: '12345',
  registrationId: 'HRB 1',
  billingType: 'Postpaid',
  taxNo: 'T-1',
} as const;
const details: OrganizationDetails = {
  name: 'name text',
  external: true,
  description: 'description text',
  contact: 'contact text',
  profile,
  attributes: [{ name: 'x-tier', value: 'gold', type: 'http header' }],
};
const laterDetailsOfOld = { profile: null, attributes: [] };
const deletion = { organizationId: 12, requestId: 12, requestedBy: 12 };

const anyDetails = fc.record({
  name,
  external: fc.boolean(),
  description: name,
  contact: name,
  profile: fc.constantFrom(null, profile),
  attributes: fc.array(fc.record({ name, value: name, type: fc.constant(null) }), { maxLength: 2 }),
});
const facts = {
  usedLately: fc.constant(false),
  hasLastAdministrator: fc.constant(false),
  callers: fc.constantFrom([], [{ id: 13, name: 'caller text' }]),
  accepted: fc.constant([13]),
};
const anySwitch = fc.record({
  operationId: anyOperation,
  deactivated: fc.constantFrom(true, false, null),
  hasLastAdministrator: facts.hasLastAdministrator,
});
const anyApproval = fc.record({
  requestId: anyId,
  decidedBy: anyId,
  operationId: anyOperation,
  approver: fc.constant({ account: [], role: null }),
  at: fc.constant('2026-01-02T03:04:05.000Z'),
  ...facts,
});
const anyOutcome = fc.record({ operationId: anyOperation });

export const examples = nounExamples(organizationDecider, {
  events: {
    OrganizationRegistered: { organizationId: 12, ...details },
    OrganizationDetailsChanged: { organizationId: 12, from: { ...details, ...laterDetailsOfOld }, to: details },
    OrganizationDeactivated: { organizationId: 12, operationId },
    OrganizationActivated: { organizationId: 12, operationId },
    OrganizationDeletionRequested: { ...deletion, acceptedCallers: [13] },
    OrganizationDeletionDenied: deletion,
    OrganizationDeletionWithdrawn: deletion,
    OrganizationDeletionApproved: { ...deletion, operationId, acceptedCallers: [13] },
    OrganizationDeleted: { organizationId: 12 },
  },
  steps: ({ step, request }) => [
    step(anyId, 'RegisterOrganization', (organizationId) => anyDetails.map((one) => ({ organizationId, ...one }))),
    step(anyId, 'ChangeDetails', () => fc.record({ details: anyDetails })),
    request(anyId, 'SwitchOrganization', () => anySwitch),
    step(anyId, 'RequestDeletion', () => fc.record({ requestId: anyId, requestedBy: anyId, ...facts })),
    step(anyId, 'DenyDeletion', () => fc.record({ requestId: anyId, decidedBy: anyId })),
    step(anyId, 'WithdrawDeletion', () => fc.record({ requestId: anyId, withdrawnBy: anyId })),
    request(anyId, 'ApproveDeletion', () => anyApproval),
    step(anyId, 'ConfirmDeletion', () => anyOutcome),
  ],
  // Chance alone hardly ever decides the request that waits.
  lives: ({ step, request }) => [
    {
      weight: 2,
      arbitrary: anyId.chain((id) => {
        const one = fc.constant(id);
        const turn = (deactivated: boolean) =>
          request(one, 'SwitchOrganization', () => anySwitch.map((facts) => ({ ...facts, deactivated })));
        const ask = step(one, 'RequestDeletion', () =>
          fc.record({ requestId: fc.constant(1), requestedBy: fc.constant(1), ...facts }),
        );
        return fc.tuple(
          turn(true),
          turn(false),
          ask,
          step(one, 'DenyDeletion', () => fc.constant({ requestId: 1, decidedBy: 2 })),
          ask,
          step(one, 'WithdrawDeletion', () => fc.constant({ requestId: 1, withdrawnBy: 1 })),
          ask,
          request(one, 'ApproveDeletion', () =>
            anyApproval.map((approval) => ({ ...approval, requestId: 1, decidedBy: 2 })),
          ),
          step(one, 'ConfirmDeletion', () => anyOutcome),
        ) as fc.Arbitrary<readonly Step[]>;
      }),
    },
  ],
});
