import type { Role } from '../core/role.ts';

/** The check boxes of a role form. Each is a role, and without company administrator a person is a company user. */
export type RoleFlags = Readonly<{
  portalAdmin: boolean;
  kongAdmin: boolean;
  companyAdmin: boolean;
  auditor: boolean;
  support: boolean;
}>;

export const roleOfFlag = {
  portalAdmin: 'ROLE_PORTAL_ADMIN',
  kongAdmin: 'ROLE_KONG_ADMIN',
  companyAdmin: 'ROLE_COMPANY_ADMIN',
  auditor: 'ROLE_AUDITOR',
  support: 'ROLE_SUPPORT',
} as const satisfies Record<keyof RoleFlags, Role>;

export const roleFlagNames = Object.keys(roleOfFlag) as (keyof RoleFlags)[];

export const rolesOf = (flags: RoleFlags): readonly Role[] => [
  ...roleFlagNames.filter((flag) => flags[flag]).map((flag) => roleOfFlag[flag]),
  ...(flags.companyAdmin ? [] : (['ROLE_COMPANY_USER'] as const)),
];

export const flagsOf = (roles: readonly Role[]): RoleFlags =>
  Object.fromEntries(roleFlagNames.map((flag) => [flag, roles.includes(roleOfFlag[flag])])) as RoleFlags;

/** Returns the roles of somebody who leaves a company: nobody administers another one because of the former. */
export const leaveCompanyRoles = (roles: readonly Role[]): readonly Role[] =>
  roles.includes('ROLE_COMPANY_ADMIN')
    ? [...new Set(roles.map((role) => (role === 'ROLE_COMPANY_ADMIN' ? 'ROLE_COMPANY_USER' : role)))]
    : roles;

/** Roles that reach beyond one company. Only a portal administrator gives them, or changes who has them. */
const beyondCompany: readonly Role[] = ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN', 'ROLE_AUDITOR', 'ROLE_SUPPORT'];
export const reachesBeyondCompany = (roles: readonly Role[]): boolean =>
  roles.some((role) => beyondCompany.includes(role));

const administrators: readonly Role[] = ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN', 'ROLE_COMPANY_ADMIN'];

/** Returns the administrators' roles among others. Who gives one needs a fresh sign-in. */
export const administratorsAmong = (roles: readonly Role[]): readonly Role[] =>
  roles.filter((role) => administrators.includes(role));

/**
 * Returns whether one person may have these roles: a company administrator is no portal or gateway administrator, unless
 * the address is internal.
 */
export const mayCombine = (roles: readonly Role[], isInternalAddress: boolean): boolean =>
  isInternalAddress ||
  !roles.includes('ROLE_COMPANY_ADMIN') ||
  !(roles.includes('ROLE_PORTAL_ADMIN') || roles.includes('ROLE_KONG_ADMIN'));
