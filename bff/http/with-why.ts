import type { Action } from '#domain/core/authorization.ts';
import { RefusedError } from '#domain/core/problem.ts';
import type { Caller } from './context.ts';

/**
 * Adds the row of the table that a missing thing was asked for by. It is the route's and names no thing, so another organization's
 * thing still gets the same response as one that does not exist (C1).
 */
export const withWhy = (
  { action }: Readonly<{ action: Action }>,
  caller: Caller | undefined,
  error: unknown,
): unknown =>
  error instanceof RefusedError && error.refusal.refused === 'not-found' && caller
    ? new RefusedError({ ...error.refusal, why: { action } })
    : error;
