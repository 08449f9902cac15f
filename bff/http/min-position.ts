import type { MiddlewareHandler } from 'hono';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';

/** How long a query waits for its tables to catch up (design: 2 s). */
const patience = 2_000;
/** Queries of one person that wait at once: a screen asks for a handful. Each looks again every 50 ms, which others pay for. */
const waitsAtOnce = 8;

/**
 * Read your own writes: a query that sends the `position` of a command back as `x-min-position`
 * waits until the read tables have come that far. When they have not in time, or when enough of this person's queries
 * wait already, it answers what there is and says so with `x-stale: true`. Nobody waits who is not signed in, and
 * nobody for a position that the log has not given out: it may never come.
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
