import { describe, expect, it } from 'vitest';
import type { Role } from '../core/role.ts';
import { given } from '../core/specification.ts';
import { userDecider } from './decider.ts';
import { mayCombine, rolesOf } from './roles.ts';
import type { Manager, UserCommand, UserEvent } from './user.ts';

const person = { userId: 9, organizationId: 1, firstname: 'Ada', lastname: 'Ross', email: 'ada@acme.example' };
const identity = { issuer: 'https://id.example', subject: 'ada' };
/** Somebody who has not joined yet. */
const added = (...roles: Role[]): UserEvent => ({ type: 'UserRegistered', data: { ...person, roles } });
const registered = (...roles: Role[]): UserEvent => ({ type: 'UserRegistered', data: { ...person, roles, identity } });
const member = registered('ROLE_COMPANY_USER');
const companyAdmin = registered('ROLE_COMPANY_ADMIN');
const portalAdmin = registered('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER');
const until = '2026-02-01T00:00:00.000Z';
const invited: UserEvent = { type: 'UserInvited', data: { userId: 9, expiresAt: until } };
const disabled: UserEvent = { type: 'UserDisabled', data: { userId: 9 } };
const deleted: UserEvent = { type: 'UserDeleted', data: { userId: 9 } };
const erased: UserEvent = { type: 'UserErased', data: { userId: 9 } };
const linked: UserEvent = { type: 'UserIdentityLinked', data: { userId: 9, identity } };

const others = { otherPortalAdmin: true, otherCompanyAdmin: true };
const portalManager: Manager = { userId: 2, isPortalAdmin: true, ...others };
const companyManager: Manager = { userId: 3, isPortalAdmin: false, ...others };

const decide = (events: readonly UserEvent[], command: UserCommand) => {
  const decision = given(userDecider, events).when(command);
  return 'refused' in decision ? decision.problems[0].code : decision;
};
const by = <Type extends UserCommand['type']>(type: Type, manager: Manager | undefined, data: object = {}) =>
  ({ type, data: { ...data, ...(manager ? { manager } : {}) } }) as UserCommand;
const change = (manager: Manager, what: object) => by('ChangeUser', manager, { change: what });

describe('changing a person', () => {
  it('records the fields that changed, and writes no event when none did', () => {
    const what = { firstname: 'Adele', email: 'adele@acme.example', organizationId: 2, roles: ['ROLE_SUPPORT'] };
    expect(decide([member], change(portalManager, what))).toEqual([
      {
        type: 'UserDetailsChanged',
        data: { userId: 9, firstname: 'Adele', lastname: 'Ross', email: 'adele@acme.example' },
      },
      { type: 'UserMoved', data: { userId: 9, from: 1, to: 2 } },
      { type: 'UserRolesChanged', data: { userId: 9, from: ['ROLE_COMPANY_USER'], to: ['ROLE_SUPPORT'] } },
    ]);
    expect(
      decide(
        [portalAdmin],
        change(portalManager, { lastname: 'Ross', roles: ['ROLE_COMPANY_USER', 'ROLE_PORTAL_ADMIN'] }),
      ),
    ).toEqual([]);
  });

  it('by a company administrator is refused for a person with roles beyond the company', () => {
    expect(decide([member], change(companyManager, { roles: ['ROLE_COMPANY_ADMIN'] }))).toHaveLength(1);
    for (const role of ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN', 'ROLE_AUDITOR', 'ROLE_SUPPORT'] as const) {
      expect(decide([member], change(companyManager, { roles: [role] }))).toBe('user.not-of-team');
      expect(decide([registered(role)], change(companyManager, { firstname: 'Eve' }))).toBe('user.not-of-team');
      expect(decide([registered(role)], by('DisableUser', companyManager))).toBe('user.not-of-team');
    }
  });
});

describe('the status of a person', () => {
  const enabled: UserEvent = { type: 'UserEnabled', data: { userId: 9 } };
  it.each([
    ['Y becomes N', [member], 'DisableUser', [disabled]],
    ['N becomes Y', [member, disabled], 'EnableUser', [enabled]],
    ['N stays N for a second click', [member, disabled], 'DisableUser', []],
    ['Y stays Y for a second click', [member], 'EnableUser', []],
    ['Y becomes N again', [member, disabled, enabled], 'DisableUser', [disabled]],
    ["Y of a member is also the team's to change", [member], 'DisableUser', [disabled], companyManager],
    ['N ends with the account', [member, disabled, deleted], 'EnableUser', 'not-found'],
  ] as const)('%s', (_rule, events, type, expected, manager: Manager = portalManager) => {
    expect(decide(events, by(type, manager))).toEqual(expected);
  });
});

describe('nobody locks the portal out', () => {
  const last: Manager = { ...portalManager, otherPortalAdmin: false };

  it.each([
    ['demoting', change(last, { roles: ['ROLE_COMPANY_USER'] })],
    ['disabling', by('DisableUser', last)],
    ['deleting', by('DeleteUser', last)],
  ])('refuses %s the last active portal administrator', (_, command) => {
    expect(decide([portalAdmin], command)).toBe('user.last-portal-admin');
    expect(decide([member], command)).not.toBe('user.last-portal-admin');
    expect(decide([portalAdmin, disabled], command)).not.toBe('user.last-portal-admin');
    expect(decide([added('ROLE_PORTAL_ADMIN')], command)).not.toBe('user.last-portal-admin');
  });

  it('demotes, disables and deletes one of several', () => {
    for (const command of [
      change(portalManager, { roles: ['ROLE_COMPANY_USER'] }),
      by('DisableUser', portalManager),
      by('DeleteUser', portalManager),
    ])
      expect(decide([portalAdmin], command)).toHaveLength(1);
  });

  it('lets the operator of the installation do it', () => {
    expect(decide([portalAdmin], by('DisableUser', undefined))).toEqual([disabled]);
    expect(decide([portalAdmin], by('DeleteUser', undefined))).toEqual([deleted]);
  });

  it('lets nobody disable or delete themselves', () => {
    const self: Manager = { ...portalManager, userId: 9 };
    expect(decide([portalAdmin], by('DisableUser', self))).toBe('user.own-account');
    expect(decide([portalAdmin], by('DeleteUser', self))).toBe('user.own-account');
    expect(decide([portalAdmin], change(self, { firstname: 'Adele' }))).toHaveLength(1);
  });
});

describe('a team keeps an active company administrator', () => {
  const last: Manager = { ...companyManager, otherCompanyAdmin: false };

  it.each([
    ['demoting', change(last, { roles: ['ROLE_COMPANY_USER'] })],
    ['disabling', by('DisableUser', last)],
    ['deleting', by('DeleteUser', last)],
  ])('refuses %s the last one to the team', (_, command) => {
    expect(decide([companyAdmin], command)).toBe('user.last-company-admin');
    expect(decide([companyAdmin, disabled], command)).not.toBe('user.last-company-admin');
  });

  it('leaves that to a portal administrator', () => {
    const portal = { ...portalManager, otherCompanyAdmin: false };
    expect(decide([companyAdmin], by('DisableUser', portal))).toEqual([disabled]);
    expect(decide([companyAdmin], change(portal, { organizationId: 2 }))).toHaveLength(1);
  });
});

describe('an invitation', () => {
  const waiting = added('ROLE_COMPANY_USER');

  it('comes with a new account, and may be sent again until the person has joined', () => {
    const roles: Role[] = ['ROLE_COMPANY_USER'];
    expect(decide([], { type: 'RegisterUser', data: { ...person, roles, inviteUntil: until } })).toEqual([
      waiting,
      invited,
    ]);
    const again = by('InviteUser', companyManager, { until: '2026-03-01T00:00:00.000Z' });
    expect(decide([waiting, invited], again)).toEqual([
      { type: 'UserInvited', data: { userId: 9, expiresAt: '2026-03-01T00:00:00.000Z' } },
    ]);
    expect(decide([waiting, invited, linked], again)).toBe('user.has-joined');
  });

  it('can be accepted until it ends', () => {
    const link = (at: string) => ({ type: 'LinkIdentity', data: { identity, at } }) as const;
    expect(decide([waiting, invited], link('2026-01-31T23:59:59.000Z'))).toEqual([linked]);
    expect(decide([waiting, invited], link('2026-02-01T00:00:01.000Z'))).toBe('sign-in.invitation-over');
    expect(decide([waiting], link('2027-01-01T00:00:00.000Z'))).toEqual([linked]);
  });

  it('is withdrawn together with its account', () => {
    const withdraw = by('WithdrawInvitation', companyManager);
    expect(decide([waiting, invited], withdraw)).toEqual([
      { type: 'UserInvitationWithdrawn', data: { userId: 9 } },
      deleted,
    ]);
    for (const events of [[waiting], [waiting, invited, linked]])
      expect(decide(events, withdraw)).toBe('user.no-invitation');
  });
});

describe('a person who was deleted', () => {
  const erase = { type: 'EraseUser', data: {} } as const;

  it('accepts nothing any more except the end of a session', () => {
    for (const command of [
      change(portalManager, { firstname: 'Eve' }),
      by('EnableUser', portalManager),
      by('DeleteUser', portalManager),
      by('InviteUser', portalManager, { until }),
    ])
      expect(decide([member, deleted], command)).toBe('not-found');
    expect(decide([member, deleted], { type: 'SignIn', data: { session: 'hash' } })).toBe('user.disabled');
    expect(decide([member, deleted], { type: 'SignOut', data: { session: 'hash', reason: 'ended' } })).toHaveLength(1);
  });

  it('can be erased, once, and nobody else can', () => {
    expect(decide([member], erase)).toBe('user.not-deleted');
    expect(decide([member, deleted], erase)).toEqual([erased]);
    expect(decide([member, deleted, erased], erase)).toEqual([]);
  });

  it('can begin to be erased, once, before it is', () => {
    const begin = { type: 'BeginErasure', data: {} } as const;
    const begun: UserEvent = { type: 'UserErasureBegun', data: { userId: 9 } };
    expect(decide([member], begin)).toBe('user.not-deleted');
    expect(decide([member, deleted], begin)).toEqual([begun]);
    expect(decide([member, deleted, begun], begin)).toEqual([]);
    expect(decide([member, deleted, begun], erase)).toEqual([erased]);
    expect(decide([member, deleted, erased], begin)).toEqual([]);
  });
});

describe('role check boxes', () => {
  const none = { portalAdmin: false, kongAdmin: false, companyAdmin: false, auditor: false, support: false };

  it('make the person a company user, unless company administrator is checked', () => {
    expect(rolesOf(none)).toEqual(['ROLE_COMPANY_USER']);
    expect(rolesOf({ ...none, companyAdmin: true })).toEqual(['ROLE_COMPANY_ADMIN']);
    expect(rolesOf({ ...none, portalAdmin: true, support: true })).toEqual([
      'ROLE_PORTAL_ADMIN',
      'ROLE_SUPPORT',
      'ROLE_COMPANY_USER',
    ]);
  });

  it('combine company with portal or gateway administrator only for internal addresses', () => {
    for (const flag of ['portalAdmin', 'kongAdmin'] as const) {
      const roles = rolesOf({ ...none, companyAdmin: true, [flag]: true });
      expect([mayCombine(roles, false), mayCombine(roles, true)]).toEqual([false, true]);
      expect(mayCombine(rolesOf({ ...none, [flag]: true }), false)).toBe(true);
    }
    expect(mayCombine(rolesOf({ ...none, companyAdmin: true, auditor: true }), false)).toBe(true);
  });
});
