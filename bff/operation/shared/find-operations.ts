import type { Kysely } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/** Returns operations for their dry runs, in the order of the ids. */
export const findOperations = async (db: Kysely<ReadTables>, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('operations')
    .select(['id', 'kind', 'environment', 'subject_id'])
    .where('id', 'in', ids)
    .execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
};
