/**
 * Selects a row if somebody has an address: a user, or an open request for an account. A request is open until its user
 * exists. Both have the same number.
 *
 * $1: the address in lower case. $2: the number of the person who may have it, or null. $3: whether requests count.
 */
export const addressInUse = `select from users where email_lower = $1 and id is distinct from $2
  union all
  select from registrations r where $3 and r.email_lower = $1 and r.user_id is distinct from $2
    and r.status <> 'DENIED' and not exists (select from users u where u.id = r.user_id)
  limit 1`;
