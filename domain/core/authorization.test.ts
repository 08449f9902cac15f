import { describe, expect, it } from 'vitest';
import type { Actor } from './actor.ts';
import { type Action, authorizationTable, may, type Resource } from './authorization.ts';
import { type Role, roles } from './role.ts';

const ourApplication = 4;
const actor = (role: Role, options: { organizationId?: number; owner?: boolean } = {}): Actor => ({
  userId: 1,
  organizationId: options.organizationId ?? 1,
  organizationExternal: false,
  roles: [role],
  ownerApps: options.owner ? [ourApplication] : [],
});
const own: Resource = { applicationId: ourApplication, organizationId: 1, organizationExternal: false, userId: 1 };
const external: Resource = { ...own, organizationId: 2, organizationExternal: true, userId: 2 };

/** One line an action: the roles that may do it to a thing of their own organization, then to another's. Owners of the application apart. */
const expected: Partial<Record<Action, { own: Role[]; other: Role[]; owner: boolean }>> = {
  'api.publish': { own: ['ROLE_PORTAL_ADMIN'], other: ['ROLE_PORTAL_ADMIN'], owner: true },
  'deployment.request': { own: ['ROLE_PORTAL_ADMIN'], other: ['ROLE_PORTAL_ADMIN'], owner: true },
  'deployment.remove': { own: ['ROLE_PORTAL_ADMIN'], other: ['ROLE_PORTAL_ADMIN'], owner: true },
  'consumer.add': {
    own: ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN'],
    other: ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN'],
    owner: false,
  },
  'consumer.remove': { own: ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN'], other: ['ROLE_PORTAL_ADMIN'], owner: false },
  'consumer.reveal': {
    own: ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER'],
    other: ['ROLE_PORTAL_ADMIN'],
    owner: false,
  },
  'user.change-own': { own: [...roles], other: [], owner: false },
  'issue.list': {
    own: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'],
    other: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'],
    owner: false,
  },
  'issue.close': {
    own: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'],
    other: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'],
    owner: false,
  },
  'issue.about': { own: [...roles], other: ['ROLE_PORTAL_ADMIN'], owner: true },
  'organization.list-all': { own: [...roles], other: [...roles], owner: true },
  'operation.read': {
    own: [...roles],
    other: ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN', 'ROLE_SUPPORT'],
    owner: true,
  },
  'operation.list': {
    own: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'],
    other: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'],
    owner: false,
  },
  'operation.replay': {
    own: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'],
    other: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'],
    owner: false,
  },
};

describe('the authorization table (B1)', () => {
  describe.each(Object.entries(expected))('%s', (action, allowed) => {
    it.each(roles)('%s', (role) => {
      expect(may(actor(role), action as Action, own), 'own').toBe(allowed.own.includes(role));
      expect(may(actor(role), action as Action, external), 'other').toBe(allowed.other.includes(role));
    });

    it('the maintainer of the application, for an external organization', () => {
      expect(may(actor('ROLE_COMPANY_USER', { owner: true }), action as Action, external)).toBe(allowed.owner);
    });
  });

  it('shows no partner the list of all companies', () => {
    const partner = (role: Role) => ({ ...actor(role), organizationExternal: true });
    expect(roles.filter((role) => may(partner(role), 'organization.list-all'))).toEqual([
      'ROLE_PORTAL_ADMIN',
      'ROLE_KONG_ADMIN',
    ]);
  });

  it('lets everybody who may list a key read its operations', () => {
    for (const role of roles)
      for (const owner of [true, false])
        for (const key of [own, external])
          if (may(actor(role, { owner }), 'consumer.list', key))
            expect(may(actor(role, { owner }), 'operation.read', key), role).toBe(true);
  });

  it('lets a maintainer handle the keys of an internal organization only', () => {
    const maintainer = actor('ROLE_COMPANY_USER', { owner: true, organizationId: 3 });
    expect(may(maintainer, 'consumer.add', own)).toBe(true);
    expect(may(maintainer, 'consumer.add', external)).toBe(false);
    expect(may(maintainer, 'consumer.reveal', { ...own, applicationId: 99 })).toBe(false);
  });

  it('gives support no secret (roles)', () => {
    expect(may(actor('ROLE_SUPPORT'), 'consumer.reveal', own)).toBe(false);
  });

  it('has a condition for every action', () => {
    for (const conditions of Object.values(authorizationTable)) expect(conditions.length).toBeGreaterThan(0);
  });
});
