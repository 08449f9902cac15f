import fc from 'fast-check';
import { anyId, anyName, anyOperation, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { applicationDecider } from './decider.ts';

const details = { name: anyName, description: anyName, external: fc.boolean() };

/** Addresses have numbers of their own: each belongs to one application. */
const addressOf = (applicationId: number) =>
  fc.nat(5).chain((place) =>
    fc.record({
      addressId: fc.constant(applicationId * 10 + place),
      email: fc.constantFrom(`${place}@tide.example`, `${place}@harbour.example`),
    }),
  );

const people = (applicationId: number) => ({
  contact: fc.option(addressOf(applicationId)),
  owners: fc.uniqueArray(anyId, { maxLength: 3 }),
  invited: fc.uniqueArray(addressOf(applicationId), { maxLength: 2, selector: ({ addressId }) => addressId }),
});

const applicationSteps = ({ step, request }: Steps, application: fc.Arbitrary<number>) => ({
  register: step(application, 'RegisterApplication', (applicationId) =>
    fc.record({
      applicationId: fc.constant(applicationId),
      organizationId: anyId,
      ...details,
      ...people(applicationId),
    }),
  ),
  change: step(application, 'ChangeApplication', (applicationId) =>
    fc.record({
      organizationId: anyId,
      hasApis: fc.boolean(),
      maintainersDecide: fc.boolean(),
      ended: fc.uniqueArray(anyId, { maxLength: 1 }),
      ...details,
      ...people(applicationId),
    }),
  ),
  join: step(application, 'JoinOwner', (applicationId) =>
    fc.record({ addressId: fc.nat(5).map((place) => applicationId * 10 + place), userId: anyId }),
  ),
  remove: request(application, 'RequestDeletion', () =>
    fc.record({ operationId: anyOperation, deployments: fc.constantFrom(0, 0, 1) }),
  ),
  removed: step(application, 'ConfirmDeletion', () => fc.record({ operationId: anyOperation })),
});

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
    ApplicationDetailsChanged: {
      applicationId: 12,
      from: { name: 'Till', description: 'Takes money', external: false },
      to: { name: 'Till', description: 'Takes cards', external: true },
    },
    ApplicationMoved: { applicationId: 12, from: 1, to: 2 },
    ApplicationContactChanged: { applicationId: 12, addressId: 34, email: 'till@harbour-freight.example' },
    ApplicationContactRemoved: { applicationId: 12, addressId: 34 },
    OwnerAdded: { applicationId: 12, userId: 7 },
    OwnerRemoved: { applicationId: 12, userId: 7 },
    OwnerInvited: { applicationId: 12, addressId: 35, email: 'nora.lind@harbour-freight.example' },
    OwnerInvitationWithdrawn: { applicationId: 12, addressId: 35 },
    OwnerJoined: { applicationId: 12, addressId: 35, userId: 8 },
    MaintainersDecide: { applicationId: 12 },
    MaintainersDecideNoMore: { applicationId: 12 },
    ApplicationDeletionRequested: { applicationId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
    ApplicationDeleted: { applicationId: 12 },
  },
  steps: (steps) => Object.values(applicationSteps(steps, anyId)),
  lives: (steps) => [
    {
      weight: 1,
      arbitrary: anyId.chain((id) => {
        const { register, change, join, remove, removed } = applicationSteps(steps, fc.constant(id));
        return fc.tuple(register, change, join, change, remove, removed);
      }),
    },
  ],
});
