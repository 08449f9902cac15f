import type { MiddlewareHandler } from 'hono';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';
import { type TableWait, unknownPosition } from './table-wait.ts';

/**
 * Read your own writes: a call that sends a command's `position` as `x-min-position` waits until the read tables have
 * reached it. After the time limit, or when too many of the person's calls wait already, it is answered with the present
 * data and `x-stale: true`. Calls without a session don't wait.
 *
 * @throws RefusedError 400 for a position that the log can't have given out.
 */
export const minPosition =
  ({ store }: Pick<Services, 'store'>, tables: TableWait): MiddlewareHandler<BffEnv> =>
  async (c, next) => {
    const position = c.req.header('x-min-position');
    const caller = c.get('caller');
    if (!caller || !position) return next();
    if (!store.isPosition(position)) throw unknownPosition();
    const fresh = await tables.until(caller.actor.userId, position);
    await next();
    if (!fresh) c.res.headers.set('x-stale', 'true');
  };
