import type { Kysely } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/** Returns an organization that something new may belong to, or undefined. */
export const findOrganization = async (db: Kysely<ReadTables>, id: number) =>
  await db
    .selectFrom('organizations')
    .select(['id', 'name', 'external'])
    .where('id', '=', id)
    .where('status', 'in', ['active', 'deactivated'])
    .executeTakeFirst();
