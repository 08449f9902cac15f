import type { Database } from '#platform/database.ts';

/**
 * Returns the numbers of all addresses in applications that are a person's: as an owner or a contact, now or before. Each
 * has a key of its own, which goes when the person is erased. After an account is deleted, its address may be another person's:
 * what has it then is theirs.
 */
export const addressesOf = async (database: Database, userId: number): Promise<number[]> => {
  const { rows } = await database.query<{ id: number }>(
    `select address_id as id from application_addresses
     where user_id = $1 or user_id is null
       and email_lower = (select lower(email) from users where id = $1)
       and not exists (select from users other where other.email_lower = application_addresses.email_lower and other.id <> $1)
     order by 1`,
    [userId],
  );
  return rows.map(({ id }) => id);
};
