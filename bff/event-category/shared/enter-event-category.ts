import type { Kysely } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { Services } from '../../http/services.ts';

/** Returns whether the read tables have a category. */
export const isEventCategory = async (db: Kysely<ReadTables>, id: number): Promise<boolean> =>
  (await db.selectFrom('event_categories').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/**
 * Checks, in the log itself, that something may still come to an event category: a request for access, a grant, a topic.
 *
 * @returns the guard to append the event with that brings it.
 * @throws RefusedError 404 for a category that was removed, or never was.
 */
export const enterEventCategory = async (
  open: Pick<Services, 'store'>,
  eventCategoryId: number,
): Promise<readonly UsedGuard[]> => {
  const { state, guards } = await enter(open, eventCategoryDecider, eventCategoryId);
  if (state.status !== 'active') throw new RefusedError(notFound());
  return guards;
};
