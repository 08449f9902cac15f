import type { Role } from '#domain/core/role.ts';

/** What a role is called: one word for it on every screen, and in mails. */
export const roleWords = {
  ROLE_PORTAL_ADMIN: 'account.role-portal-admin',
  ROLE_KONG_ADMIN: 'account.role-kong-admin',
  ROLE_COMPANY_ADMIN: 'account.role-company-admin',
  ROLE_COMPANY_USER: 'account.role-company-user',
  ROLE_AUDITOR: 'account.role-auditor',
  ROLE_SUPPORT: 'account.role-support',
} as const satisfies Record<Role, string>;
