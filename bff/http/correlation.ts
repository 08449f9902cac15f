import type { MiddlewareHandler } from 'hono';
import { randomId } from '#platform/uuid.ts';
import type { BffEnv } from './context.ts';

/** Gives every HTTP request an id of Portico's own, which is in the header `x-correlation-id`, in errors and in events. */
export const correlation = (): MiddlewareHandler<BffEnv> => async (c, next) => {
  const id = randomId();
  c.set('correlationId', id);
  await next();
  c.res.headers.set('x-correlation-id', id);
};
