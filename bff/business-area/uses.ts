import type { Kysely } from 'kysely';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { ProjectedTables, ReadTables } from '#projections/read-tables.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from '../http/services.ts';

/** One kind of thing that belongs to business areas: the table to wait for, and whether it has a row of the area. */
type Use = Readonly<{
  table: keyof ProjectedTables;
  isUsed: (db: Kysely<ReadTables>, businessAreaId: number) => Promise<boolean>;
}>;

/** Everything that can belong to a business area. A business area with any of it can't be removed. */
const uses: readonly Use[] = [
  {
    table: 'apis',
    isUsed: async (db, id) =>
      (await db.selectFrom('apis').select('id').where('business_area_id', '=', id).limit(1).executeTakeFirst()) !==
      undefined,
  },
  {
    table: 'event_categories',
    isUsed: async (db, id) =>
      (await db
        .selectFrom('event_categories')
        .select('id')
        .where('business_area_id', '=', id)
        .limit(1)
        .executeTakeFirst()) !== undefined,
  },
];

/**
 * Returns whether something belongs to a business area. Waits until the read tables show every event that is committed.
 * So it waits for older transactions too: their end is when the read tables get the events after them.
 *
 * @throws RefusedError 503 when the read tables are too far behind.
 */
export const isInUse = async ({ db, pool, store }: Services, businessAreaId: number): Promise<boolean> => {
  const tables = uses.map(({ table }) => table);
  if (!(await waitForPosition(pool, await store.newest(), undefined, tables)))
    throw new RefusedError(refuse('unavailable', { code: 'portal.unavailable' }));
  for (const { isUsed } of uses) if (await isUsed(db, businessAreaId)) return true;
  return false;
};
