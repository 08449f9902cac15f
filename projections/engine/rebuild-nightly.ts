import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Pool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { dropRetired, requestRebuild } from './generations.ts';
import { type Projection, schemaOf } from './projection.ts';

/** Milliseconds between two looks whether a projection is due. */
const interval = 60_000;

/** Minutes that a build may take to be repeated every night. One that takes longer is repeated once a week. */
const shortBuild = 10;

/**
 * Returns the projection whose tables have not been built anew for longest, if that is due and no other is being built. One that
 * somebody has paused, or that could not apply an event, is left to people. A build that waits for people, or that was begun more
 * than a day ago, does not hold up the others.
 */
export const dueRebuild = async (
  database: Database,
  projections: readonly Projection[],
): Promise<Projection | undefined> => {
  const { rows } = await database.query<{ name: string }>(
    `with last_night as (
       select date_trunc('day', now() - interval '3 hours', 'UTC') + interval '3 hours' as at)
     select g.projection as name
     from generations g join subscriptions s on s.name = g.projection and s.version = g.generation, last_night
     where g.shown_in = any($1) and g.state = 'live' and g.switched_at
         < at - case when g.switched_at > g.created_at + make_interval(mins => $2) then interval '6 days' else interval '0' end
       and s.state = 'running' and not exists (select from parked_streams p where p.name = s.name and p.version = s.version)
       and not exists (select from generations b where b.shown_in = any($1) and b.state = 'building' and (b.projection = g.projection
         or b.created_at > now() - interval '1 day' and exists (select from subscriptions w where w.name = b.projection
           and w.version = b.generation and w.state = 'running')
         and not exists (select from parked_streams p where p.name = b.projection and p.version = b.generation)))
     order by g.switched_at limit 1`,
    [projections.map(schemaOf), shortBuild],
  );
  return projections.find(({ name }) => name === rows[0]?.name);
};

type Parts = Readonly<{ pool: Pool; projections: readonly Projection[]; log: Log; signal: AbortSignal }>;

/**
 * Has the read tables built anew after 3 o'clock (UTC), one projection after the other, until the signal aborts: those whose build takes
 * long once a week, the others every night. Drops what was shown a day before. Whoever fills them compares them with those that are shown, and so finds rows that somebody
 * changed.
 */
export const rebuildNightly = async ({ pool, projections, log, signal }: Parts): Promise<void> => {
  while (!signal.aborted) {
    try {
      await dropRetired(pool, projections);
      const due = await dueRebuild(pool, projections);
      if (due) await requestRebuild(pool, due);
    } catch (error) {
      log.error({ err: error }, 'cannot begin to build read tables anew, trying again');
    }
    await sleep(interval, undefined, { signal }).catch(() => undefined);
  }
};
