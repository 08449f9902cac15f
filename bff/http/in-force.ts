import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { ProjectedTables } from '#projections/read-tables.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { ResponseBody } from './command.ts';
import type { Services } from './services.ts';

/** Milliseconds until a command that takes rights says that it is not in force yet. */
const patience = 8_000;

/**
 * Waits until a command that changes rights counts for every call, because calls read rights from the read tables. Whoever
 * takes a right may rely on the response.
 *
 * @returns the response of the command.
 * @throws RefusedError 503 when the tables are too far behind. The command is done all the same, and the same call again finds
 *   it done and waits on.
 */
export const onceInForce = async (
  { pool }: Pick<Services, 'pool'>,
  done: ResponseBody,
  tables: readonly (keyof ProjectedTables)[],
): Promise<ResponseBody> => {
  if (await waitForPosition(pool, String(done.position), patience, tables)) return done;
  throw new RefusedError(refuse('unavailable', { code: 'portal.unavailable' }));
};
