import { RefusedError, refuse } from '#domain/core/problem.ts';
import { beginning, type Position } from '#eventstore/event-store.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from './services.ts';

/** Milliseconds that a call waits for its tables to catch up. */
const patience = 2_000;
/** Calls of one person that wait at the same time. A screen sends a few. Each one polls every 50 ms, which costs others. */
const waitsAtOnce = 8;

/**
 * Waits of calls for the read tables.
 *
 * @property until  waits until the tables show everything up to a position. Returns whether they do: not after the time
 *                  limit, nor when too many of the person's calls wait already. Throws RefusedError 400 for a position that
 *                  the log has not reached, because it may never come.
 * @property toLog  the same for all that is in the log now. Returns false at once if the tables showed it before `since`
 *                  (`performance.now()`) already, so that another look at them would find nothing new.
 */
export type TableWait = Readonly<{
  until: (userId: number, position: Position) => Promise<boolean>;
  toLog: (userId: number, since: number) => Promise<boolean>;
}>;

export const unknownPosition = () => new RefusedError(refuse('invalid', { code: 'position.unknown' }));

/** @param wait milliseconds at most. */
export const createTableWait = ({ pool, store }: Pick<Services, 'pool' | 'store'>, wait = patience): TableWait => {
  const waiting = new Map<number, number>();
  let shown = { position: beginning, at: 0 };

  const until = async (userId: number, position: Position): Promise<boolean> => {
    if (await waitForPosition(pool, position, 0)) return true;
    if (!(await store.reaches(position))) throw unknownPosition();
    const others = waiting.get(userId) ?? 0;
    if (others >= waitsAtOnce) return false;
    waiting.set(userId, others + 1);
    try {
      return await waitForPosition(pool, position, wait);
    } finally {
      const left = (waiting.get(userId) ?? 1) - 1;
      if (left > 0) waiting.set(userId, left);
      else waiting.delete(userId);
    }
  };

  return {
    until,
    toLog: async (userId, since) => {
      const position = await store.newest();
      if (position <= shown.position && shown.at <= since) return false;
      const reached = await until(userId, position);
      if (reached && position > shown.position) shown = { position, at: performance.now() };
      return reached;
    },
  };
};
