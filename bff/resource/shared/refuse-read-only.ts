import { type Kysely, type RawBuilder, sql } from 'kysely';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import type { ReadTables } from '#projections/read-tables.ts';

const isReadOnly = async (db: Kysely<ReadTables>, gatewayId: number): Promise<boolean> => {
  const found = await db
    .selectFrom('gateway_mirrors')
    .select('has_database')
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst();
  return found?.has_database === false;
};

/** Selects whether a gateway is known to take no changes. @param id a column. */
export const isReadOnlyAt = (id: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from gateway_mirrors mirror where mirror.gateway_id = ${sql.ref(id)} and mirror.has_database = false)`;

/**
 * Refuses a change at a gateway that had no database when it was looked at last, half a minute ago: it takes none, and says that it
 * has deleted what it has not.
 */
export const refuseReadOnly = async (db: Kysely<ReadTables>, gatewayId: number): Promise<void> => {
  if (await isReadOnly(db, gatewayId)) throw new RefusedError(refuse('conflict', { code: readOnlyCode }));
};
