import type { Command, Decider } from '#domain/core/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import { type Refusal, RefusedError, refuse } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { beginning, type Guard, GuardMovedError, type UsedGuard } from '#eventstore/event-store.ts';
import { loadState } from '#eventstore/load.ts';
import type { ProjectedTables } from '#projections/read-tables.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from './services.ts';

/** Keeps that an active portal administrator stays. Every command that could take one raises it. */
export const portalAdministratorsGuard = 'portal-administrators';

/**
 * Returns the guard of a thing that others belong to, such as an organization. Whoever puts something into it passes the
 * guard. Whoever closes or moves it raises the guard.
 */
export const guardOf = ({ noun }: Readonly<{ noun: string }>, id: number): string => streamOf(noun, id);

const attempts = 8;

/**
 * Reads guards, and waits until the read tables show what was appended under them. What the tables say then is true until
 * a guard moves.
 *
 * @throws RefusedError 503 when the read tables are too far behind.
 */
export const readGuards = async (
  { store, pool }: Pick<Services, 'store' | 'pool'>,
  names: readonly string[],
  tables: readonly (keyof ProjectedTables)[],
): Promise<readonly Guard[]> => {
  const guards = await store.readGuards(names);
  const newest =
    guards
      .map(({ position }) => position)
      .sort()
      .at(-1) ?? beginning;
  if (!(await waitForPosition(pool, newest, undefined, tables)))
    throw new RefusedError(refuse('unavailable', { code: 'portal.unavailable' }));
  return guards;
};

/**
 * Returns the state of a thing that a command puts something into, and the guard that the command passes. The state stays
 * true until the events are appended, or they are not.
 */
export const enter = async <State, C extends Command, E extends PorticoEvent>(
  { store }: Pick<Services, 'store'>,
  decider: Decider<State, C, E>,
  id: number,
): Promise<Readonly<{ state: State; guards: readonly UsedGuard[] }>> => {
  const guards = await store.readGuards([guardOf(decider, id)]);
  // After the guard: whoever closes the thing from now on raises it.
  const state = await loadState(store, decider, id);
  return { state, guards: guards.map((guard) => ({ ...guard, isPassed: true })) };
};

/** Repeats an attempt that reads guards and appends, as long as another command raises one of them in between. */
export const whileGuardsMove = async <Done>(attempt: () => Promise<Done>): Promise<Done | Refusal> => {
  for (let count = 1; count <= attempts; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof GuardMovedError)) throw error;
    }
  }
  return refuse('conflict', { code: 'conflict.changed-meanwhile' });
};
