import { expect, it } from 'vitest';
import type { Role } from '../../domain/core/role.ts';
import { demoAccounts } from './accounts.ts';

const words: Record<Role, string> = {
  ROLE_PORTAL_ADMIN: 'Portal administrator',
  ROLE_KONG_ADMIN: 'Gateway administrator',
  ROLE_COMPANY_ADMIN: 'Company administrator',
  ROLE_COMPANY_USER: 'Company user',
  ROLE_AUDITOR: 'Auditor',
  ROLE_SUPPORT: 'Support',
};

it('there is a person for each role, for a company role in both organizations, and a new person', () => {
  const has = (role: Role, where: string) =>
    demoAccounts.some(({ roles, organization }) => roles.includes(role) && organization === where);
  for (const role of Object.keys(words) as Role[]) expect(has(role, 'internal'), role).toBe(true);
  for (const role of ['ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER'] as const)
    expect(has(role, 'external'), role).toBe(true);
  expect(demoAccounts.filter(({ isNew }) => isNew)).toHaveLength(1);
});

it.each(demoAccounts)(
  'the sign-in page shows the role of $givenName',
  ({ role, roles, organization, ownsApplications }) => {
    const expected = ownsApplications ? ['API maintainer'] : roles.map((each) => words[each]);
    expect(expected.some((word) => role.startsWith(word))).toBe(true);
    expect(role.includes('partner')).toBe(organization === 'external');
  },
);
