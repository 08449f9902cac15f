import { type ClockCommand, clockIdOf, mostTold } from '#domain/clock/clock.ts';
import { clockDecider } from '#domain/clock/decider.ts';
import type { ClockKind } from '#domain/clock/kinds.ts';
import { begunBefore, dueAtOf, stepAt } from '#domain/clock/step-at.ts';
import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { execute } from '#eventstore/execute.ts';
import { cutText } from '#platform/cut-text.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { audiencesOf, peopleOf, untoldDecisions, type WaitingDecision } from '../mail/waiting-decisions.ts';

type Services = Pick<WorkerServices, 'store' | 'pool' | 'clockDays'>;

/** The most things that one look tells of. The others follow with the next one. */
const most = 1_000;

/** The tables that say what waits. */
const tables = ['access_requests', 'registrations', 'organization_deletions', 'differences', 'approvals'] as const;

/** Returns the command that tells of the last step of a thing's clock. */
const commandOf = async (
  { pool }: Pick<Services, 'pool'>,
  waiting: WaitingDecision,
  days: number,
  now: Date,
): Promise<ClockCommand | undefined> => {
  const { kind, key, since, about, askers } = waiting;
  const step = stepAt(since, days, now);
  if (!step) return undefined;
  const told = step === 'over' ? (await peopleOf(pool, audiencesOf(waiting), askers)).slice(0, mostTold) : [];
  const times = { since: since.toISOString(), dueAt: dueAtOf(since, days).toISOString() };
  return { type: 'ReportClock', data: { kind, key, ...times, about: cutText(about, 200), told: [...told], step } };
};

/**
 * Records of what waits for a decision that people are to be reminded, or that its time is over and who else is told. Notices and mails
 * are about those events. Several processes may look at the same time: the stream's state decides, so each step has one event.
 *
 * @param now the time of the database.
 * @returns how many things were found.
 */
export const watchClocks = async (services: Services, now: Date): Promise<number> => {
  const { pool, store, clockDays } = services;
  // What was decided a moment ago still waits in tables that are behind.
  if (!(await waitForPosition(pool, await store.newest(), undefined, [...tables]))) return 0;
  const before = Object.fromEntries(
    Object.entries(clockDays).map(([kind, days]) => [kind, begunBefore(days, now)]),
  ) as Readonly<Record<ClockKind, ReturnType<typeof begunBefore>>>;
  const found = await untoldDecisions(pool, before, most);
  for (const waiting of found) {
    const command = await commandOf(services, waiting, clockDays[waiting.kind], now);
    if (!command) continue;
    const id = clockIdOf(waiting);
    const done = await execute({
      store,
      decider: clockDecider,
      id,
      command,
      meta: {
        actor: byPortal,
        // The same for two looks at the same moment.
        commandId: uuidV5(porticoNamespace, `clock/${id}/${command.data.since}/${command.data.step}`),
        correlationId: randomId(),
        time: now.toISOString(),
      },
    });
    if (isRefusal(done)) throw new Error(done.problems[0].code);
  }
  return found.length;
};

export const clockChores: readonly Chore[] = [
  {
    name: 'watching the clocks of decisions',
    run: async (services) => watchClocks(services, await readDatabaseTime(services.pool)),
  },
];
