import type { Kysely } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

export const selectBusinessAreas = (db: Kysely<ReadTables>) =>
  db.selectFrom('business_areas').select(['id', 'name', 'description', 'stream_version as basedOn']);

/** Undefined when there is none. */
export const findBusinessArea = async (db: Kysely<ReadTables>, id: number) =>
  await selectBusinessAreas(db).where('id', '=', id).executeTakeFirst();
