import fc from 'fast-check';
import { anyId, type MakeStep, anyName as name, nounExamples } from '#test/examples/noun-examples.ts';
import { roles } from '../core/role.ts';
import { mailTimes } from '../mail/choices.ts';
import { userDecider } from './decider.ts';
import { languages, themes } from './settings.ts';
import { termsVersion } from './terms.ts';

const approval = { approvalId: 3, approvedBy: 12 };
const anyRoles = fc.subarray([...roles]);
const identity = fc.record({ issuer: fc.constantFrom('https://id.example', 'https://new-id.example'), subject: name });

const until = fc.constant({ until: '2026-02-01T12:00:00.000Z' });
const person = (userId: number) =>
  fc.record({
    userId: fc.constant(userId),
    organizationId: anyId,
    firstname: name,
    lastname: name,
    email: name,
    roles: anyRoles,
  });

/** People of their own: nothing else happens to somebody who is gone. */
const departedId = fc.integer({ min: 5, max: 12 });
const departure = (step: MakeStep, id: number, end: 'DeleteUser' | 'WithdrawInvitation') =>
  [
    step(fc.constant(id), 'RegisterUser', person),
    step(fc.constant(id), 'InviteUser', () => until),
    step(fc.constant(id), end),
    step(fc.constant(id), 'BeginErasure'),
    step(fc.constant(id), 'EraseUser', () => fc.record({ addresses: fc.array(anyId, { maxLength: 2 }) })),
  ] as const;

export const examples = nounExamples(userDecider, {
  events: {
    UserRegistered: {
      userId: 12,
      organizationId: 12,
      firstname: 'firstname text',
      lastname: 'lastname text',
      email: 'email text',
      roles: ['ROLE_PORTAL_ADMIN'],
      identity: { issuer: 'issuer text', subject: 'subject text' },
    },
    UserIdentityLinked: { userId: 12, identity: { issuer: 'issuer text', subject: 'subject text' } },
    UserIdentityRelinked: {
      userId: 12,
      from: { issuer: 'issuer text', subject: 'subject text' },
      to: { issuer: 'issuer text', subject: 'subject text' },
    },
    UserRolesChanged: { userId: 12, from: ['ROLE_PORTAL_ADMIN'], to: ['ROLE_PORTAL_ADMIN'], approval },
    UserDisabled: { userId: 12 },
    UserEnabled: { userId: 12, approval },
    UserInvited: { userId: 12, expiresAt: '2026-02-01T12:00:00.000Z' },
    UserInvitationWithdrawn: { userId: 12 },
    UserDetailsChanged: {
      userId: 12,
      firstname: 'firstname text',
      lastname: 'lastname text',
      email: 'email text',
    },
    UserMoved: { userId: 12, from: 12, to: 13 },
    UserDeleted: { userId: 12 },
    UserErasureBegun: { userId: 12 },
    UserErased: { userId: 12, addresses: [12], approval },
    UserProfileChanged: {
      userId: 12,
      firstname: 'firstname text',
      lastname: 'lastname text',
      phoneNumber: 'phoneNumber text',
    },
    UserSettingsChanged: {
      userId: 12,
      settings: {
        language: 'en',
        theme: 'blue',
        autoNightMode: true,
        stickyHeader: true,
        pageAnimations: true,
        elementsAnimations: true,
      },
    },
    UserMailsChanged: {
      userId: 12,
      mails: { toDecide: 'at-once', decided: 'daily', maintained: 'never', handedOver: 'daily' },
    },
    UserWelcomed: { userId: 12 },
    TermsAccepted: { userId: 12, version: 'version text', registrationId: 34 },
    UserSignedIn: { userId: 12, session: 'session text' },
    UserSignedOut: { userId: 12, session: 'session text', reason: 'logout' },
  },
  steps: ({ step }) => [
    step(anyId, 'RegisterUser', person),
    step(anyId, 'LinkIdentity', () => fc.record({ identity, at: fc.constant('2026-01-15T12:00:00.000Z') })),
    step(anyId, 'ChangeUser', () =>
      fc.record({
        change: fc.record(
          { firstname: name, lastname: name, email: name, organizationId: anyId, roles: anyRoles },
          { requiredKeys: [] },
        ),
      }),
    ),
    step(anyId, 'InviteUser', () => until),
    step(anyId, 'RelinkIdentity', () => fc.record({ identity })),
    step(anyId, 'ChangeRoles', () => fc.record({ roles: anyRoles })),
    step(anyId, 'SignIn', () => fc.constant({ session: 'hash' })),
    step(anyId, 'SignOut', () => fc.constant({ session: 'hash', reason: 'logout' })),
    step(anyId, 'ChangeProfile', () => fc.record({ firstname: name, lastname: name, phoneNumber: name })),
    step(anyId, 'ChangeSettings', () =>
      fc.record({
        language: fc.constantFrom(...languages),
        theme: fc.constantFrom(...themes),
        stickyHeader: fc.boolean(),
      }),
    ),
    step(anyId, 'ChangeMails', () =>
      fc.record({ decided: fc.constantFrom(...mailTimes), maintained: fc.constantFrom(...mailTimes) }),
    ),
    step(anyId, 'AcceptTerms', () => fc.constant({ version: termsVersion })),
    step(anyId, 'DisableUser'),
    step(anyId, 'EnableUser'),
    step(anyId, 'WelcomeUser'),
  ],
  lives: ({ step }) => [
    { weight: 1, arbitrary: departedId.chain((id) => fc.tuple(...departure(step, id, 'DeleteUser'))) },
    { weight: 1, arbitrary: departedId.chain((id) => fc.tuple(...departure(step, id, 'WithdrawInvitation'))) },
  ],
});
