import type { MiddlewareHandler } from 'hono';
import { randomId } from '#platform/uuid.ts';
import type { BffEnv } from './context.ts';

/** Gives every request an id of Portico's own making, answered in `x-correlation-id` and quoted in errors and events. */
export const correlation = (): MiddlewareHandler<BffEnv> => async (c, next) => {
  const id = randomId();
  c.set('correlationId', id);
  await next();
  c.res.headers.set('x-correlation-id', id);
};
