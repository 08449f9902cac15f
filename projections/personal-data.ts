import type { SubjectKeys } from '#eventstore/subject-keys.ts';
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

/**
 * Makes everything unreadable that the log holds about a person, and forgets their sessions and the calls that they tried. Can be repeated. Read tables
 * follow: the event after it takes the person out of them at once, and then they are made anew
 * (`engine/renew-erased.ts`).
 *
 * @returns the data of the command that comes next.
 */
export const destroyPersonalData = async (
  { pool, subjectKeys }: Readonly<{ pool: Database; subjectKeys: Pick<SubjectKeys, 'eraseSubject'> }>,
  userId: number,
): Promise<Readonly<{ addresses: readonly number[] }>> => {
  const addresses = await addressesOf(pool, userId);
  for (const addressId of addresses) await subjectKeys.eraseSubject(addressId);
  await subjectKeys.eraseSubject(userId);
  await pool.query('delete from sessions where user_id = $1', [userId]);
  await pool.query('delete from tried_calls where user_id = $1', [userId]);
  return { addresses };
};
