import type { SubjectKeys } from '#eventstore/subject-keys.ts';
import type { Database } from '#platform/database.ts';
import { addressesOf } from './person-addresses.ts';

/**
 * Makes everything unreadable that the log holds about a person, and forgets their sessions. Read tables follow: they are
 * made anew (`projections/engine/renew-erased.ts`). Can be repeated.
 */
export const destroyPersonalData = async (
  { pool, subjectKeys }: Readonly<{ pool: Database; subjectKeys: Pick<SubjectKeys, 'eraseSubject'> }>,
  userId: number,
): Promise<void> => {
  for (const addressId of await addressesOf(pool, userId)) await subjectKeys.eraseSubject(addressId);
  await subjectKeys.eraseSubject(userId);
  await pool.query('delete from sessions where user_id = $1', [userId]);
};
