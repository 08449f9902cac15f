import { describe, expect, it } from 'vitest';
import type { Role } from '../core/role.ts';
import { given } from '../core/specification.ts';
import { userDecider } from './decider.ts';
import type { Manager, UserChange, UserCommand, UserEvent } from './user.ts';

const person = { userId: 9, organizationId: 1, firstname: 'Ada', lastname: 'Ross', email: 'ada@acme.example' };
const identity = { issuer: 'https://id.example', subject: 'ada' };
const joined = (...roles: Role[]): UserEvent => ({ type: 'UserRegistered', data: { ...person, roles, identity } });
const added = (...roles: Role[]): UserEvent => ({ type: 'UserRegistered', data: { ...person, roles } });
const disabled: UserEvent = { type: 'UserDisabled', data: { userId: 9 } };
const admin = ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER'] as const;
const plain: Manager = { userId: 2, isPortalAdmin: true, otherPortalAdmin: true, otherCompanyAdmin: true };
const approval = { approvalId: 3, approvedBy: 8 };

const decide = (events: readonly UserEvent[], command: UserCommand) => {
  const decision = given(userDecider, events).when(command);
  return 'refused' in decision ? decision.problems[0].code : decision.map(({ type }) => type);
};
const change = (what: UserChange, more: object = {}): UserCommand => ({
  type: 'ChangeUser',
  data: { change: what, manager: plain, ...more },
});
const enable = (more: object = {}): UserCommand => ({ type: 'EnableUser', data: { manager: plain, ...more } });

describe('where two people make portal administrators', () => {
  const byTwo = { manager: { ...plain, byTwo: true } };

  it.each([
    ['the role', [joined('ROLE_COMPANY_USER')], change({ roles: admin }, byTwo)],
    ['the role beside another change', [joined('ROLE_AUDITOR')], change({ roles: admin, firstname: 'Eve' }, byTwo)],
    ['the role for a disabled person', [joined('ROLE_COMPANY_USER'), disabled], change({ roles: admin }, byTwo)],
    ['enabling an administrator', [joined(...admin), disabled], enable(byTwo)],
  ])('one person alone does not give %s', (_what, events, command) => {
    expect(decide(events, command)).toBe('user.needs-second-person');
  });

  it('one person alone does not give the account of an administrator who has not joined to another address', () => {
    const moves = change({ email: 'eve@acme.example' }, byTwo);
    expect(decide([added(...admin)], moves)).toBe('user.address-of-administrator');
    // With the role taken in the same form, it is anybody's account.
    const taken = change({ email: 'eve@acme.example', roles: ['ROLE_COMPANY_USER'] }, byTwo);
    expect(decide([added(...admin)], taken)).toEqual(['UserDetailsChanged', 'UserRolesChanged']);
    expect(decide([added('ROLE_COMPANY_USER')], moves)).toEqual(['UserDetailsChanged']);
    // Whoever has joined is known by the identity.
    expect(decide([joined(...admin)], moves)).toEqual(['UserDetailsChanged']);
    expect(decide([added(...admin)], change({ email: 'ADA@acme.example' }, byTwo))).toEqual(['UserDetailsChanged']);
  });

  it.each([
    ['taking the role', [joined(...admin)], change({ roles: ['ROLE_COMPANY_USER'] }, byTwo), ['UserRolesChanged']],
    ['another role', [joined(...admin)], change({ roles: [...admin, 'ROLE_AUDITOR'] }, byTwo), ['UserRolesChanged']],
    ['a name', [joined(...admin)], change({ firstname: 'Eve' }, byTwo), ['UserDetailsChanged']],
    ['enabling others', [joined('ROLE_COMPANY_ADMIN'), disabled], enable(byTwo), ['UserEnabled']],
    ['disabling', [joined(...admin)], { type: 'DisableUser', data: byTwo }, ['UserDisabled']],
    ['deleting', [joined(...admin)], { type: 'DeleteUser', data: byTwo }, ['UserDeleted']],
    [
      'an invitation',
      [added(...admin)],
      { type: 'InviteUser', data: { ...byTwo, until: '2026-02-01' } },
      ['UserInvited'],
    ],
  ] satisfies [string, UserEvent[], UserCommand, string[]][])(
    '%s needs one person',
    (_what, events, command, types) => {
      expect(decide(events, command)).toEqual(types);
    },
  );

  it('what a second person has approved is done, and says who that was', () => {
    const made = given(userDecider, [joined('ROLE_COMPANY_USER')]).when(
      change({ roles: admin }, { ...byTwo, approval }),
    );
    expect(made).toEqual([
      { type: 'UserRolesChanged', data: { userId: 9, from: ['ROLE_COMPANY_USER'], to: [...admin], approval } },
    ]);
    expect(given(userDecider, [joined(...admin), disabled]).when(enable({ ...byTwo, approval }))).toEqual([
      { type: 'UserEnabled', data: { userId: 9, approval } },
    ]);
    const deleted: UserEvent = { type: 'UserDeleted', data: { userId: 9 } };
    expect(given(userDecider, [joined(...admin), deleted]).when({ type: 'EraseUser', data: { approval } })).toEqual([
      { type: 'UserErased', data: { userId: 9, approval } },
    ]);
  });
});

it('where one person makes portal administrators, all of it is as ever', () => {
  expect(decide([joined('ROLE_COMPANY_USER')], change({ roles: admin }))).toEqual(['UserRolesChanged']);
  expect(decide([joined(...admin), disabled], enable())).toEqual(['UserEnabled']);
  expect(decide([added(...admin)], change({ email: 'eve@acme.example' }))).toEqual(['UserDetailsChanged']);
});
