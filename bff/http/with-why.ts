import type { Action } from '#domain/core/authorization.ts';
import { RefusedError } from '#domain/core/problem.ts';
import type { Caller } from './context.ts';

/** Returns whether it says of a thing that it does not exist. Other codes say what became of it, which no right changes. */
const isMissing = (error: unknown): error is RefusedError =>
  error instanceof RefusedError &&
  error.refusal.refused === 'not-found' &&
  error.refusal.problems[0].code === 'not-found';

/**
 * Adds the row of the table that a missing thing was asked for by. It is the route's and names no thing, so another organization's
 * thing still gets the same response as one that does not exist (C1). An explanation itself is not explained.
 */
export const withWhy = (
  { action, why = action }: Readonly<{ action: Action; why?: Action }>,
  caller: Caller | undefined,
  error: unknown,
): unknown =>
  isMissing(error) && caller && action !== 'why-not.ask'
    ? new RefusedError({ ...error.refusal, why: { action: why } })
    : error;
