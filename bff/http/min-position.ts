import type { MiddlewareHandler } from 'hono';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';

/** Milliseconds that a query waits for its tables to catch up. */
const patience = 2_000;
/** Queries of one person that wait at the same time. A screen sends a few. Each one polls every 50 ms, which costs others. */
const waitsAtOnce = 8;

/**
 * Read your own writes: a query that sends a command's `position` as `x-min-position` waits until the read tables have
 * reached it. After the time limit, or when too many of the person's queries wait already, it responds with the present
 * data and `x-stale: true`. Queries without a session don't wait. A position that the log has not reached is refused,
 * because it may never come.
 *
 * @param wait milliseconds at most.
 * @throws RefusedError 400 for a position that the log can't have given out.
 */
export const minPosition = (
  { pool, store }: Pick<Services, 'pool' | 'store'>,
  wait = patience,
): MiddlewareHandler<BffEnv> => {
  const waiting = new Map<number, number>();

  const reached = async (userId: number, position: string): Promise<boolean> => {
    if (await waitForPosition(pool, position, 0)) return true;
    if (!(await store.reaches(position))) throw unknown();
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

  return async (c, next) => {
    const position = c.req.header('x-min-position');
    const caller = c.get('caller');
    if (c.req.method !== 'GET' || !caller || !position) return next();
    if (!store.isPosition(position)) throw unknown();
    const fresh = await reached(caller.actor.userId, position);
    await next();
    if (!fresh) c.res.headers.set('x-stale', 'true');
  };
};

const unknown = () => new RefusedError(refuse('invalid', { code: 'position.unknown' }));
