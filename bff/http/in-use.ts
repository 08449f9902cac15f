import { RefusedError, refuse } from '#domain/core/problem.ts';
import { countUses, tablesOf, type Use } from '../sql/uses.ts';
import { caughtUp } from './guards.ts';
import type { Received } from './route.ts';
import type { Services } from './services.ts';
import { undoesOf } from './undoes.ts';

type Open = Pick<Services, 'db' | 'pool' | 'store' | 'now'>;

/**
 * Returns whether something belongs to a thing. Waits until the read tables show every event that is committed.
 * So it waits for older transactions too: their end is when the read tables get the events after them.
 *
 * @throws RefusedError 503 when the read tables are too far behind.
 */
export const isInUse = async (services: Open, uses: readonly Use[], id: number): Promise<boolean> => {
  await caughtUp(services, tablesOf(uses));
  return (await countUses(services, uses, id)).length > 0;
};

/**
 * Refuses to undo a creation while something belongs to the thing: deleting it takes that along, which only whoever sees it may choose.
 * A command that undoes nothing is not looked at. Asked under the guards that whoever brings something passes.
 *
 * @throws RefusedError
 */
export const refuseWhileUsed = async (
  { c, services }: Readonly<{ c: Received['c']; services: Open }>,
  uses: readonly Use[],
  id: number,
): Promise<void> => {
  if (undoesOf(c) !== undefined && (await isInUse(services, uses, id)))
    throw new RefusedError(refuse('conflict', { code: 'undo.in-use' }));
};
