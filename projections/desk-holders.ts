/** Who of the staff may have a case of the desk. */
const staff = `array['ROLE_SUPPORT', 'ROLE_PORTAL_ADMIN']`;

/** Returns SQL that is true of an active user of an alias who reads the desk. */
export const isStaff = (user: string): string =>
  `(${user}.active and ${user}.deleted_at is null and ${user}.roles && ${staff})`;

/**
 * Returns SQL that is true of a case, of an alias, whose holder may still have it: of the staff, or an owner of the application for whose
 * sake they got it.
 */
export const mayStillHold = (deskCase: string): string => `exists (
  select from users holding where holding.id = ${deskCase}.holder and (
    (${deskCase}.owner_of is null and ${isStaff('holding')})
    or (holding.active and holding.deleted_at is null and exists (
      select from application_owners o where o.application_id = ${deskCase}.owner_of and o.user_id = holding.id))))`;
