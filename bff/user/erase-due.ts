import { byPortal } from '#domain/core/actor.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
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
type Due = Readonly<{ id: number; deleted: string }>;

/**
 * Returns the next people to erase after one: deleted before a day, or begun to be erased by a process that died. A worker goes on with
 * what two people have approved.
 */
const nextDue = async (
  pool: Services['pool'],
  before: Date | null,
  after: Due | undefined,
): Promise<readonly Due[]> => {
  const { rows } = await pool.query<Due>(
    `select id, deleted_at::text as deleted from users
     where deleted_at is not null and erased_at is null
       and (deleted_at < $1 or (
         exists (select from subject_keys k where k.subject = users.id and k.destroyed_at < now() - interval '10 minutes')
         and not exists (select from approvals a where a.user_id = users.id and a.kind = 'erasure' and a.state = 'approved')))
       and ($2::timestamptz is null or (deleted_at, id) > ($2, $3::integer))
     order by deleted_at, id limit $4`,
    [before, after?.deleted ?? null, after?.id ?? null, most],
  );
  return rows;
};

/**
 * Erases people whose accounts were deleted so long ago that nobody may keep their data (DELETED_PEOPLE_DAYS), and whom a process that
 * died has begun to erase. Events stay, and the log still verifies. Of several processes one does it. Whoever can't be erased does not
 * stop the others, and is tried again in the next round.
 *
 * @returns how many people.
 */
export const eraseDuePeople = async ({ store, pool, settings, log, now }: Needed): Promise<number> => {
  const { DELETED_PEOPLE_DAYS: days, PORTICO_KEY: key } = settings;
  const before = days === undefined ? null : new Date(now().getTime() - days * day);
  const subjectKeys = createSubjectKeys(pool, key);
  const eraseOne = async (id: number): Promise<boolean> => {
    // The read table may be behind: somebody has erased them a moment ago.
    const user = await loadState(store, userDecider, id);
    if (user.status !== 'deleted' || user.erased) return false;
    const data = await destroyPersonalData({ pool, subjectKeys }, id);
    const commandId = randomId();
    const meta = { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() };
    const done = await execute({ store, decider: userDecider, id, command: { type: 'EraseUser', data }, meta });
    if (isRefusal(done)) throw new RefusedError(done);
    return true;
  };
  const lease = { name: 'erase-due', holder: 'bff', milliseconds: 60_000 };
  const done = await withLease(pool, lease, async ({ assertHeld }) => {
    let erased = 0;
    let due = await nextDue(pool, before, undefined);
    while (due.length > 0 && erased < most) {
      for (const { id } of due.slice(0, most - erased)) {
        await assertHeld();
        try {
          if (await eraseOne(id)) erased += 1;
        } catch (error) {
          log.error({ err: error, user: id }, 'a deleted person was not erased');
        }
      }
      due = await nextDue(pool, before, due.at(-1));
    }
    if (erased > 0) log.info({ people: erased, days }, 'erased people who were deleted long ago');
    return erased;
  });
  return done?.result ?? 0;
};
