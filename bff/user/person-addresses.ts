import type { Database } from '#platform/database.ts';

/**
 * Returns the numbers of all addresses in applications that are a person's: as an owner or a contact, now or before. Each
 * has a key of its own, which goes when the person is erased.
 */
export const addressesOf = async (database: Database, userId: number): Promise<number[]> => {
  const { rows } = await database.query<{ id: number }>(
    `select address_id as id from application_addresses
     where user_id = $1 or email_lower = (select lower(email) from users where id = $1) order by 1`,
    [userId],
  );
  return rows.map(({ id }) => id);
};
