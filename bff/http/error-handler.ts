import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { UnavailableError } from '#eventstore/event-store.ts';
import { type Trouble, troubleOf } from '#platform/database.ts';
import type { BffEnv } from './context.ts';
import { problemResponse } from './problem.ts';
import type { Services } from './services.ts';

const codes: Record<Trouble, string> = {
  slow: 'portal.slow',
  full: 'portal.full',
  unavailable: 'portal.unavailable',
};

/** Returns the trouble of a store; undefined for other errors. */
const storeTrouble = (error: Error): Trouble | undefined =>
  error instanceof UnavailableError ? (troubleOf(error.cause) ?? 'unavailable') : troubleOf(error);

/** Turns every error into a response, without stack, statement or value (requirement M4). */
export const errorHandler =
  ({ log }: Services): ErrorHandler<BffEnv> =>
  (error, c) => {
    if (error instanceof RefusedError) return problemResponse(c, error.refusal);
    // Hono's own errors: invalid JSON, broken multipart.
    if (error instanceof HTTPException && error.status < 500)
      return problemResponse(c, refuse('invalid', { code: 'body.malformed' }));
    const trouble = storeTrouble(error);
    if (trouble) {
      log.error({ error: error.name, trouble, correlationId: c.get('correlationId') }, 'a store does not answer');
      return problemResponse(c, refuse('unavailable', { code: codes[trouble] }));
    }
    log.error({ err: error, correlationId: c.get('correlationId') }, 'request failed');
    return problemResponse(c, refuse('unavailable', { code: 'portal.failed' }), 500);
  };
