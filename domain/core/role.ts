import * as z from 'zod';

/** Specification 1, section 6, and decisions.md "Roles" for the last two. */
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
