import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { reviewRoundDecider } from '#domain/review-round/decider.ts';
import { reviewReminderDays } from '#domain/review-round/limits.ts';
import type { ReviewRoundCommand } from '#domain/review-round/review-round.ts';
import { execute } from '#eventstore/execute.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { randomId } from '#platform/uuid.ts';
import { lineInForce, tablesInForce } from '#projections/review-lines-in-force.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Services = Pick<WorkerServices, 'store' | 'pool'>;

/** Sends one command of the portal about a round. Several processes may: the stream's state decides, so it has one effect. */
const send = async ({ store }: Services, id: number, command: ReviewRoundCommand, now: Date): Promise<void> => {
  const done = await execute({
    store,
    decider: reviewRoundDecider,
    id,
    command,
    meta: { actor: byPortal, commandId: randomId(), correlationId: randomId(), time: now.toISOString() },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};

/**
 * Records which lines of open rounds ended by themselves, whatever the cause: nobody has to decide about them.
 *
 * @returns how many were found.
 */
export const recordEndedLines = async (services: Services, now: Date): Promise<number> => {
  const { pool, store } = services;
  // What the tables do not show yet would look as if it had ended. The next look finds what has.
  if (!(await waitForPosition(pool, await store.newest(), undefined, tablesInForce))) return 0;
  const { rows } = await pool.query<{ id: number; lines: number[] }>(
    `select r.id, array_agg(l.line order by l.line) as lines
     from review_rounds r join review_lines l on l.review_round_id = r.id and l.verdict is null
     where r.closed_at is null and not ${lineInForce} group by r.id`,
  );
  for (const { id, lines } of rows) await send(services, id, { type: 'EndLines', data: { lines } }, now);
  return rows.length;
};

/**
 * Records that people are to be reminded of open rounds: 7 days and 1 day before they are due, and when they were. Notices and mails
 * are about that event.
 *
 * @returns how many rounds were found.
 */
export const remindOfReviews = async (services: Services, now: Date): Promise<number> => {
  const { rows } = await services.pool.query<{ id: number }>(
    `select id from review_rounds where closed_at is null and due_at <= $1::timestamptz + make_interval(days => $2)
       and (told_days is null or told_days > 0)`,
    [now, Math.max(...reviewReminderDays)],
  );
  for (const { id } of rows)
    await send(services, id, { type: 'RemindOfReview', data: { now: now.toISOString() } }, now);
  return rows.length;
};

/** The reminders come from the database's time, as the ends of grants do. */
export const reviewRoundChores: readonly Chore[] = [
  {
    name: 'recording ended lines of reviews',
    run: async (services) => recordEndedLines(services, await readDatabaseTime(services.pool)),
  },
  {
    name: 'reminding of reviews',
    run: async (services) => remindOfReviews(services, await readDatabaseTime(services.pool)),
  },
];
