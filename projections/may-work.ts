/**
 * SQL about a user `u` of an organization `o`: who may sign in and decide. Also who was invited and has not signed in yet, until the
 * invitation is over. Notices choose by the same rule from rows of their own (`notice-owners.ts`).
 */
export const mayWork = `u.active and u.deleted_at is null and o.status = 'active'
  and (u.invited_until is null or u.invited_until > now())`;
