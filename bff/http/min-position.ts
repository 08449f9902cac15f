import type { MiddlewareHandler } from 'hono';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { BffEnv } from '../context.ts';
import type { Services } from '../services.ts';

/** How long a query waits for its tables to catch up (design: 2 s). */
const patience = 2_000;

/**
 * Read your own writes: a query that sends the `position` of a command back as `x-min-position`
 * waits until the read tables have come that far. When they have not in time, it answers what there
 * is and says so with `x-stale: true`. Nobody waits who is not signed in.
 *
 * @param wait milliseconds at most.
 */
export const minPosition =
  ({ pool }: Pick<Services, 'pool'>, wait = patience): MiddlewareHandler<BffEnv> =>
  async (c, next) => {
    const position = c.req.header('x-min-position');
    if (c.req.method !== 'GET' || !c.get('caller') || !position || position.length > 100) return next();
    const reached = await waitForPosition(pool, position, wait);
    await next();
    if (!reached) c.res.headers.set('x-stale', 'true');
  };
