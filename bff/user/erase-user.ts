import type { SubjectKeys } from '#eventstore/subject-keys.ts';
import type { Database } from '#platform/database.ts';
import { addressesOf } from './person-addresses.ts';

/**
 * Makes everything unreadable that the log holds about a person, and forgets their sessions and the calls that they tried. Can be repeated. Read tables
 * follow: the event after it takes the person out of them at once, and then they are made anew
 * (`projections/engine/renew-erased.ts`).
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
