import { RefusedError, refuse } from '#domain/core/problem.ts';
import { beginning, type Guard } from '#eventstore/event-store.ts';
import type { ProjectedTables } from '#projections/read-tables.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from './services.ts';

/** Keeps that an active portal administrator stays. Every command that could take one raises it. */
export const portalAdministratorsGuard = 'portal-administrators';

const shown = async (
  { pool }: Pick<Services, 'pool'>,
  position: string,
  tables: readonly (keyof ProjectedTables)[],
): Promise<void> => {
  if (!(await waitForPosition(pool, position, undefined, tables)))
    throw new RefusedError(refuse('unavailable', { code: 'portal.unavailable' }));
};

/**
 * Waits until read tables show every event that is committed. So it waits for older transactions too: their end is when the read tables
 * get the events after them.
 *
 * @throws RefusedError 503 when the read tables are too far behind.
 */
export const caughtUp = async (
  services: Pick<Services, 'store' | 'pool'>,
  tables: readonly (keyof ProjectedTables)[],
): Promise<void> => await shown(services, await services.store.newest(), tables);

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
  await shown({ pool }, newest, tables);
  return guards;
};
