import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { UnavailableError } from '#eventstore/event-store.ts';
import { isConnectionError } from '#platform/database.ts';
import type { BffEnv } from '../context.ts';
import type { Services } from '../services.ts';
import { problemResponse } from './problem.ts';

const unavailable = refuse('unavailable', { code: 'portal.unavailable' });

/** The one place where an error becomes an answer: never a stack, a statement or a value (reliability M4). */
export const errorHandler =
  ({ log }: Services): ErrorHandler<BffEnv> =>
  (error, c) => {
    if (error instanceof RefusedError) return problemResponse(c, error.refusal);
    // Hono's own: a body that is no JSON, a broken multipart.
    if (error instanceof HTTPException && error.status < 500)
      return problemResponse(c, refuse('invalid', { code: 'body.malformed' }));
    if (error instanceof UnavailableError || isConnectionError(error)) {
      log.error({ error: error.name, correlationId: c.get('correlationId') }, 'a store does not answer');
      return problemResponse(c, unavailable);
    }
    log.error({ err: error, correlationId: c.get('correlationId') }, 'request failed');
    return problemResponse(c, refuse('unavailable', { code: 'portal.failed' }), 500);
  };
