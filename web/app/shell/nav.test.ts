import { describe, expect, it } from 'vitest';
import { type Role, roles } from '#domain/core/role.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { anyUser, isSupport, mayPublish } from '../../api/roles.ts';
import { navGroups } from '../../components/layout/screen.ts';
import { routes } from '../routes/routes.ts';
import { whoMay } from '../routes/who-may.ts';
import { sideMenu, topMenu } from './nav.ts';

const user = (isExternal: boolean, ...held: Role[]): UserDetail => ({
  id: 7,
  email: 'ada@portico.example',
  roles: held,
  ownerApps: [],
  firstname: 'Ada',
  lastname: 'Ross',
  organizationId: 1,
  organizationName: 'Portico',
  organization: { organizationName: 'Portico', external: isExternal },
  activeStatus: 'Y',
  standing: 'active',
  addedDate: '2026-01-01T00:00:00.000Z',
  lastLogin: null,
  invitedUntil: null,
  isInternalAddress: true,
  organizationExternal: isExternal,
  firstlogin: false,
  phoneNumber: '',
  termsAccepted: null,
  basedOn: 1,
});

const topOf = (of: UserDetail) => topMenu(of).map(({ label }) => label.replace('shell.nav-', ''));
const groupsOf = (of: UserDetail) => sideMenu(of).map(({ group }) => group);

/** The five menus. An entry appears when its screen exists. The order and the left-out entries hold already. */
describe.each([
  ['portal administrator', user(false, 'ROLE_PORTAL_ADMIN'), ['gallery', 'applications', 'tools']],
  ['gateway administrator', user(false, 'ROLE_KONG_ADMIN'), ['gallery', 'applications', 'tools']],
  ['company administrator, external', user(true, 'ROLE_COMPANY_ADMIN'), ['gallery', 'my-team', 'analytics']],
  [
    'company administrator, internal',
    user(false, 'ROLE_COMPANY_ADMIN'),
    ['gallery', 'my-team', 'applications', 'analytics'],
  ],
  ['company user, internal', user(false, 'ROLE_COMPANY_USER'), ['gallery', 'applications', 'tools']],
  ['company user, external', user(true, 'ROLE_COMPANY_USER'), ['gallery']],
  ['no role', user(false), []],
])('the top menu of a %s', (_name, of, expected) => {
  it('has only the entries of its role, in this order', () => {
    const shown = topOf(of);
    expect(expected.filter((entry) => shown.includes(entry))).toEqual(shown);
    if (of.roles.length > 0) expect(shown[0]).toBe('gallery');
  });
});

describe('the side menu', () => {
  it('is for administrators, and support gets only its own section', () => {
    expect(groupsOf(user(false, 'ROLE_PORTAL_ADMIN'))).toEqual(expect.arrayContaining(['api', 'operations']));
    expect(groupsOf(user(false, 'ROLE_SUPPORT'))).toEqual(['operations']);
    expect(groupsOf(user(true, 'ROLE_COMPANY_ADMIN'))).toEqual([]);
    expect(groupsOf(user(false))).toEqual([]);
  });

  it("has the administrators' entries for the screens that exist", () => {
    const pathsOf = (of: UserDetail) => sideMenu(of).flatMap(({ items }) => items.map(({ path }) => path));
    expect(pathsOf(user(false, 'ROLE_KONG_ADMIN'))).toEqual([
      '/wall',
      '/wall/all',
      '/my/applications',
      '/wall/event',
      '/kong/services',
      '/kong/routes',
      '/kong/consumers',
      '/kong/plugins',
      '/kong/upstreams',
      '/kong/certificates',
      '/kong/drift',
      '/overview',
      '/kong/requests',
      '/kong/consumer-list',
    ]);
    // Who administers the portal and its gateways has every entry, in the order of the groups.
    const inGroup = (group: string) =>
      routes.flatMap(({ path, side }) => (side?.group === group ? [path] : [])).toSorted();
    const shown = sideMenu(user(false, 'ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN'));
    expect(shown.map(({ group, items }) => [group, items.map(({ path }) => path).toSorted()])).toEqual(
      Object.keys(navGroups).flatMap((group) => (inGroup(group).length > 0 ? [[group, inGroup(group)]] : [])),
    );
  });

  it('has the specified order of Portal Management', () => {
    const specified = [
      '/organizations',
      '/business-areas',
      '/resources',
      '/applications',
      '/users',
      '/pending-requests',
      '/delete-organization-requests',
      '/role-change-list',
      '/api-access-control',
      '/settings',
    ];
    const portal = sideMenu(user(false, 'ROLE_PORTAL_ADMIN')).find(({ group }) => group === 'portal');
    const shown = portal?.items.map(({ path }) => path) ?? [];
    expect(shown.slice(0, specified.length)).toEqual(specified);
  });

  it.each(roles)('offers a %s only screens that they may open', (role) => {
    const of = user(false, role);
    const reachable = routes.filter(({ who }) => who === 'anyone' || who(of)).map(({ path }) => path);
    const offered = [...topMenu(of), ...sideMenu(of).flatMap(({ items }) => items)].map(({ path }) => path);
    expect(offered.filter((path) => !reachable.includes(path))).toEqual([]);
  });
});

it('tells a refused user which roles may open the screen, from the rule itself', () => {
  const refused = user(true, 'ROLE_COMPANY_USER');
  expect(whoMay(isSupport, refused)).toEqual({ roles: ['ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT'], maintainers: false });
  expect(whoMay(mayPublish, refused)).toEqual({ roles: ['ROLE_PORTAL_ADMIN'], maintainers: true });
  expect(whoMay(anyUser, refused).roles).toEqual([...roles]);
});
