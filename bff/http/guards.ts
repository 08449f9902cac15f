import { RefusedError, refuse } from '#domain/core/problem.ts';
import { beginning, type Guard } from '#eventstore/event-store.ts';
import type { ProjectedTables } from '#projections/read-tables.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from './services.ts';

/** Keeps that an active portal administrator stays. Every command that could take one raises it. */
export const portalAdministratorsGuard = 'portal-administrators';

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
