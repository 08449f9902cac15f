import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { deskCaseDecider } from '#domain/desk-case/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { randomId } from '#platform/uuid.ts';
import { mayStillHold } from '#projections/desk-holders.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** The most at once. The next look finds the others. */
const most = 1_000;

/**
 * Takes cases of the desk back from people who may not have them any more: they lost the role or the application, were deactivated, or
 * are gone. The desk shows such cases as nobody's already.
 *
 * @returns how many there were.
 */
export const takeBackCases = async (
  { store, pool }: Pick<WorkerServices, 'store' | 'pool'>,
  now: Date,
): Promise<number> => {
  const { rows } = await pool.query<{ id: string; about: string; holder: number }>(
    `select held.id, held.about, held.holder from desk_cases held
     where held.holder is not null and not ${mayStillHold('held')} order by held.id limit ${most}`,
  );
  for (const { id, about, holder } of rows) {
    const done = await execute({
      store,
      decider: deskCaseDecider,
      id,
      command: { type: 'TakeBack', data: { about, from: holder, why: 'right-lost' } },
      meta: { actor: byPortal, commandId: randomId(), correlationId: randomId(), time: now.toISOString() },
    });
    if (isRefusal(done)) throw new Error(done.problems[0].code);
  }
  return rows.length;
};

export const deskCaseChores: readonly Chore[] = [
  {
    name: 'taking cases of the desk back',
    run: async (services) => await takeBackCases(services, await readDatabaseTime(services.pool)),
  },
];
