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
];

/**
 * Tells whether something belongs to a business area. It waits until the read tables show everything that was written
 * before the call.
 *
 * @throws RefusedError 503 when the read tables are too far behind.
 */
export const isInUse = async ({ db, pool, store }: Services, businessAreaId: number): Promise<boolean> => {
  const tables = uses.map(({ table }) => table);
  if (!(await waitForPosition(pool, await store.head(), undefined, tables)))
    throw new RefusedError(refuse('unavailable', { code: 'portal.unavailable' }));
  for (const { isUsed } of uses) if (await isUsed(db, businessAreaId)) return true;
  return false;
};
