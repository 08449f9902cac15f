/**
 * SQL of whether what a line `l` is about is still there: access is in force and its API or category exists, a key is not being
 * removed, a person has the role.
 */
export const lineInForce = `(case l.kind
  when 'api-access' then exists (
    select from access_grants g join apis a on a.id = g.api_id where g.id = l.thing_id and g.revoked_at is null)
  when 'event-access' then exists (
    select from access_grants g join event_categories e on e.id = g.event_category_id
    where g.id = l.thing_id and g.revoked_at is null)
  when 'key' then exists (select from consumers c where c.id = l.thing_id and c.state <> 'removing')
  else exists (select from users u where u.id = l.thing_id and u.deleted_at is null and l.role = any(u.roles)) end)`;

/** The read tables that it asks. While they show less than the lines do, nothing can be said. */
export const tablesInForce = ['access_grants', 'apis', 'event_categories', 'consumers', 'users'] as const;
