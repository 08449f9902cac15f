import { byPortal } from '#domain/core/actor.ts';
import { userDecider } from '#domain/user/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { withLease } from '#platform/lease.ts';
import { randomId } from '#platform/uuid.ts';
import { destroyPersonalData } from '#projections/personal-data.ts';
import type { Services } from '../http/services.ts';

/** The most people of a round: after each the read tables are made anew. */
const most = 20;

const day = 24 * 3_600_000;

type Needed = Pick<Services, 'store' | 'pool' | 'settings' | 'log' | 'now'>;

/**
 * Erases people whose accounts were deleted so long ago that nobody may keep their data (DELETED_PEOPLE_DAYS). Events stay, and
 * the log still verifies. Of several processes one does it.
 *
 * @returns how many people.
 */
export const eraseDuePeople = async ({ store, pool, settings, log, now }: Needed): Promise<number> => {
  const { DELETED_PEOPLE_DAYS: days, PORTICO_KEY: key } = settings;
  if (days === undefined) return 0;
  const subjectKeys = createSubjectKeys(pool, key);
  const lease = { name: 'erase-due', holder: 'bff', milliseconds: 60_000 };
  const done = await withLease(pool, lease, async ({ assertHeld }) => {
    const { rows } = await pool.query<{ id: number }>(
      'select id from users where deleted_at < $1 and erased_at is null order by deleted_at, id limit $2',
      [new Date(now().getTime() - days * day), most],
    );
    let erased = 0;
    for (const { id } of rows) {
      await assertHeld();
      // The read table may be behind: somebody has erased them a moment ago.
      const user = await loadState(store, userDecider, id);
      if (user.status !== 'deleted' || user.erased) continue;
      const data = await destroyPersonalData({ pool, subjectKeys }, id);
      const commandId = randomId();
      const meta = { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() };
      await execute({ store, decider: userDecider, id, command: { type: 'EraseUser', data }, meta });
      erased += 1;
    }
    if (erased > 0) log.info({ people: erased, days }, 'erased people who were deleted long ago');
    return erased;
  });
  return done?.result ?? 0;
};
