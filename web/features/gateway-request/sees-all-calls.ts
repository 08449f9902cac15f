import type { UserDetail } from '#domain/user/schema.ts';

/**
 * Returns whether the user sees the calls of all organizations, as portal and gateway admins do (the server's
 * `request.list-all`).
 */
export const seesAllCalls = ({ roles }: UserDetail): boolean =>
  roles.includes('ROLE_PORTAL_ADMIN') || roles.includes('ROLE_KONG_ADMIN');
