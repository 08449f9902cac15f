import type { Context } from 'hono';
import { RefusedError } from '#domain/core/problem.ts';
import type { BffEnv, Caller } from './context.ts';
import type { TableWait } from './table-wait.ts';

/** Kinds of refusals that a read table may be the reason of. */
const byTables = new Set(['invalid', 'forbidden', 'not-found', 'conflict']);

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
    if (!caller || !identified || !(error instanceof RefusedError) || !byTables.has(error.refusal.refused)) throw error;
    if (!(await tables.toLog(caller.actor.userId, identified.at))) throw error;
    return await attempt(await identified.again());
  }
};
