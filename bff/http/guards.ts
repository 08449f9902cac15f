import { type Refusal, RefusedError, refuse } from '#domain/core/problem.ts';
import { beginning, type Guard, GuardMovedError } from '#eventstore/event-store.ts';
import type { ProjectedTables } from '#projections/read-tables.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from './services.ts';

/** Keeps that an active portal administrator stays. Every command that could take one raises it. */
export const portalAdministratorsGuard = 'portal-administrators';

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
