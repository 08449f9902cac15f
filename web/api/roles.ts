import type { Role } from '#domain/core/role.ts';
import type { UserDetail } from '#domain/user/schema.ts';

/** Decides from the user detail who may open a screen. The server decides again (domain/core/authorization.ts). */
export type Who = (user: UserDetail) => boolean;

export const anyUser: Who = () => true;

export const withRole =
  (...roles: readonly Role[]): Who =>
  (user) =>
    roles.some((role) => user.roles.includes(role));

export const isPortalAdmin = withRole('ROLE_PORTAL_ADMIN');
/** Returns whether the user administers the portal or its gateways. */
export const isAdmin = withRole('ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN');
export const isGatewayAdmin = withRole('ROLE_KONG_ADMIN');
export const isSupport = withRole('ROLE_PORTAL_ADMIN', 'ROLE_SUPPORT');
/** Returns whether the user reads who deleted an API and who saw a key's secret. */
export const readsRecords = withRole('ROLE_PORTAL_ADMIN', 'ROLE_AUDITOR');
/** Returns whether the user reads the audit: an administrator of a company what concerns it. */
export const readsAudit = withRole('ROLE_PORTAL_ADMIN', 'ROLE_AUDITOR', 'ROLE_COMPANY_ADMIN');
/** Returns whether the user reads what concerns the whole portal. Auditors of partners read only their own company's part. */
export const readsWholeRecord: Who = (user) =>
  isPortalAdmin(user) || (withRole('ROLE_AUDITOR')(user) && !user.organizationExternal);
export const isCompanyAdmin = withRole('ROLE_COMPANY_ADMIN');
export const hasAnyRole: Who = (user) => user.roles.length > 0;

/** Returns whether something may wait for the user's decision. */
export const mayDecide: Who = (user) => isAdmin(user) || isCompanyAdmin(user) || user.ownerApps.length > 0;

/** Returns whether the user decides about access: of all APIs, or of those of an application that lets its maintainers decide. */
export const decidesAccess: Who = (user) =>
  isPortalAdmin(user) || user.ownerApps.some(({ maintainersDecide }) => maintainersDecide);

/** Returns whether the user may upload: they maintain an application or administer the portal. */
export const mayPublish: Who = (user) => isPortalAdmin(user) || user.ownerApps.length > 0;

/**
 * Returns whether the user has the tools: administrators, people of internal organizations, and maintainers, who edit
 * descriptions there.
 */
export const mayUseTools: Who = (user) =>
  isAdmin(user) || mayPublish(user) || (!user.organizationExternal && hasAnyRole(user));

/** Returns whether the menu has applications for the user: administrators, people of internal organizations, and owners. */
export const hasApplications: Who = (user) =>
  isAdmin(user) ||
  user.ownerApps.length > 0 ||
  (!user.organizationExternal && withRole('ROLE_COMPANY_ADMIN', 'ROLE_COMPANY_USER')(user));
