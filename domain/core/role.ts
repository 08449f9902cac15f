import * as z from 'zod/mini';

/** What each role may do: docs/product/roles.md. */
export const roles = [
  'ROLE_PORTAL_ADMIN',
  'ROLE_KONG_ADMIN',
  'ROLE_COMPANY_ADMIN',
  'ROLE_COMPANY_USER',
  'ROLE_AUDITOR',
  'ROLE_SUPPORT',
] as const;

export const roleSchema = z.enum(roles);
export type Role = (typeof roles)[number];
