import { byPortal } from '#domain/core/actor.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { withLease } from '#platform/lease.ts';
import { randomId } from '#platform/uuid.ts';
import { destroyPersonalData } from '#projections/personal-data.ts';
import type { Services } from '../http/services.ts';

/** The most of a round: after each the read tables are made anew. */
const most = 20;

const day = 24 * 3_600_000;

type Needed = Pick<Services, 'store' | 'pool' | 'settings' | 'log' | 'now'>;
type Due = Readonly<{ id: number; since: string }>;

/**
 * @property kind  what the log calls them.
 * @property next  returns the next ones after one.
 * @property erase returns whether they were not erased already: the read table may be behind.
 */
type Erasable = Readonly<{
  kind: 'user' | 'registration';
  next: (needed: Needed, after: Due | undefined) => Promise<readonly Due[]>;
  erase: (needed: Needed, id: number) => Promise<boolean>;
}>;

/**
 * Returns SQL that is true where a process that died has begun an erasing: no call takes so long. An older release did not say that it
 * begins, but the key is gone. A worker goes on with what two people have approved.
 */
const brokeOff = (person: string, isApproved: string): string => `(
  erasing_at < now() - interval '10 minutes' or (
    exists (select from subject_keys k where k.subject = ${person} and k.destroyed_at < now() - interval '10 minutes')
    and not exists (select from approvals a where ${isApproved} and a.kind = 'erasure' and a.state = 'approved')))`;

const metaOf = ({ now }: Needed) => {
  const commandId = randomId();
  return { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() };
};

/** Deleted people: also those who were deleted so long ago that nobody may keep their data (DELETED_PEOPLE_DAYS). */
const people: Erasable = {
  kind: 'user',
  next: async ({ pool, settings: { DELETED_PEOPLE_DAYS: days }, now }, after) => {
    const before = days === undefined ? null : new Date(now().getTime() - days * day);
    const { rows } = await pool.query<Due>(
      `select id, deleted_at::text as since from users
       where deleted_at is not null and erased_at is null
         and (deleted_at < $1 or ${brokeOff('users.id', 'a.user_id = users.id')})
         and ($2::timestamptz is null or (deleted_at, id) > ($2, $3::integer))
       order by deleted_at, id limit $4`,
      [before, after?.since ?? null, after?.id ?? null, most],
    );
    return rows;
  },
  erase: async (needed, id) => {
    const { store, pool, settings } = needed;
    const user = await loadState(store, userDecider, id);
    if (user.status !== 'deleted' || user.erased) return false;
    const data = await destroyPersonalData({ pool, subjectKeys: createSubjectKeys(pool, settings.PORTICO_KEY) }, id);
    const command = { type: 'EraseUser', data } as const;
    const done = await execute({ store, decider: userDecider, id, command, meta: metaOf(needed) });
    if (isRefusal(done)) throw new RefusedError(done);
    return true;
  },
};

/** Denied requests for accounts. */
const requests: Erasable = {
  kind: 'registration',
  next: async ({ pool }, after) => {
    const { rows } = await pool.query<Due>(
      `select id, decided_at::text as since from registrations
       where status = 'DENIED' and erased_at is null
         and ${brokeOff('registrations.user_id', 'a.registration_id = registrations.id')}
         and ($1::timestamptz is null or (decided_at, id) > ($1, $2::integer))
       order by decided_at, id limit $3`,
      [after?.since ?? null, after?.id ?? null, most],
    );
    return rows;
  },
  erase: async (needed, id) => {
    const { store, pool, settings } = needed;
    const request = await loadState(store, registrationDecider, id);
    if (request.status !== 'denied' || request.erased) return false;
    await createSubjectKeys(pool, settings.PORTICO_KEY).eraseSubject(request.userId);
    const command = { type: 'EraseRegistration', data: {} } as const;
    const done = await execute({ store, decider: registrationDecider, id, command, meta: metaOf(needed) });
    if (isRefusal(done)) throw new RefusedError(done);
    return true;
  },
};

/** Erases up to `limit`. Whoever can't be erased does not stop the others. @returns how many. */
const eraseSome = async (
  needed: Needed,
  { kind, next, erase }: Erasable,
  limit: number,
  assertHeld: () => Promise<void> | void,
): Promise<number> => {
  let count = 0;
  let due = await next(needed, undefined);
  while (due.length > 0) {
    for (const { id } of due) {
      if (count === limit) return count;
      await assertHeld();
      try {
        if (await erase(needed, id)) count += 1;
      } catch (error) {
        needed.log.error({ err: error, [kind]: id }, 'a deleted person, or a denied request, was not erased');
      }
    }
    due = await next(needed, due.at(-1));
  }
  return count;
};

/**
 * Erases people whose accounts were deleted so long ago that nobody may keep their data (DELETED_PEOPLE_DAYS), and those whose erasing a
 * process that died has begun. Events stay, and the log still verifies. Of several processes one does it. Whoever can't be erased
 * is tried again in the next round.
 *
 * @returns how many people and requests.
 */
export const eraseDue = async (needed: Needed): Promise<number> => {
  const lease = { name: 'erase-due', holder: 'bff', milliseconds: 60_000 };
  const done = await withLease(needed.pool, lease, async ({ assertHeld }) => {
    let count = 0;
    for (const each of [people, requests]) count += await eraseSome(needed, each, most - count, assertHeld);
    const { DELETED_PEOPLE_DAYS: days } = needed.settings;
    if (count > 0)
      needed.log.info({ people: count, days }, 'erased people who were deleted long ago, or whose erasing broke off');
    return count;
  });
  return done?.result ?? 0;
};
