import type { Kysely } from 'kysely';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { ProjectedTables, ReadTables } from '#projections/read-tables.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from '../http/services.ts';

/** One kind of thing that belongs to event categories: the table to wait for, and whether it has a row of the category. */
type Use = Readonly<{
  table: keyof ProjectedTables;
  isUsed: (db: Kysely<ReadTables>, eventCategoryId: number) => Promise<boolean>;
}>;

/** Everything that can belong to an event category. An event category with any of it can't be removed. */
const uses: readonly Use[] = [
  {
    table: 'access_grants',
    isUsed: async (db, id) =>
      (await db
        .selectFrom('access_grants')
        .select('id')
        .where('event_category_id', '=', id)
        .where('revoked_at', 'is', null)
        .limit(1)
        .executeTakeFirst()) !== undefined,
  },
  {
    table: 'access_requests',
    isUsed: async (db, id) =>
      (await db
        .selectFrom('access_requests')
        .select('id')
        .where('event_category_id', '=', id)
        .where('status', '=', 'NEW')
        .limit(1)
        .executeTakeFirst()) !== undefined,
  },
  {
    table: 'event_topics',
    isUsed: async (db, id) =>
      (await db.selectFrom('event_topics').select('id').where('category_id', '=', id).limit(1).executeTakeFirst()) !==
      undefined,
  },
];

/**
 * Returns whether something belongs to an event category. Waits until the read tables show every event that is committed.
 * So it waits for older transactions too: their end is when the read tables get the events after them.
 *
 * @throws RefusedError 503 when the read tables are too far behind.
 */
export const isInUse = async ({ db, pool, store }: Services, eventCategoryId: number): Promise<boolean> => {
  const tables = uses.map(({ table }) => table);
  if (!(await waitForPosition(pool, await store.newest(), undefined, tables)))
    throw new RefusedError(refuse('unavailable', { code: 'portal.unavailable' }));
  for (const { isUsed } of uses) if (await isUsed(db, eventCategoryId)) return true;
  return false;
};
