import type { Context } from 'hono';
import { type RefusalKind, RefusedError } from '#domain/core/problem.ts';
import type { BffEnv, Caller } from './context.ts';
import type { TableWait } from './table-wait.ts';

const isRefused = (error: unknown, ...kinds: readonly RefusalKind[]): boolean =>
  error instanceof RefusedError && kinds.includes(error.refusal.refused);

/** Kinds of refusals that a read table may be the reason of. */
const byTables = ['invalid', 'forbidden', 'not-found', 'conflict'] as const;

/**
 * One's own write, at once: a call that is refused, perhaps by read tables that are behind, is done once more when these
 * have all that is in the log, and only then refused. A refused call has changed nothing, and its command keeps its id.
 *
 * @param attempt does the call for a caller, whose rights may have changed meanwhile.
 */
export const lookAgain = async <Result>(
  c: Context<BffEnv>,
  tables: TableWait,
  attempt: (caller: Caller | undefined) => Promise<Result>,
): Promise<Result> => {
  const caller = c.get('caller');
  const identified = c.get('identified');
  try {
    return await attempt(caller);
  } catch (error) {
    if (!caller || !identified || !isRefused(error, ...byTables)) throw error;
    if (!(await tables.toLog(caller.actor.userId, identified.at))) throw error;
    try {
      return await attempt(await identified.again());
    } catch (later) {
      // The first reason is the better one for a caller who lost a right meanwhile.
      throw isRefused(later, 'unauthenticated', 'forbidden') ? error : later;
    }
  }
};
