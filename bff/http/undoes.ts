import type { Context } from 'hono';
import type { Decision } from '#domain/core/decider.ts';
import type { Event } from '#domain/core/event.ts';
import { isRefusal, RefusedError, refuse } from '#domain/core/problem.ts';
import { type Recorded, reviewUndo } from '#domain/undo/undo.ts';
import type { BffEnv } from './context.ts';

/** The header in which a command says which entry it undoes (docs/decisions/0148-undo.md). */
const undoesHeader = 'x-undoes';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the id of the event that a call undoes; undefined when it undoes none. @throws RefusedError for what is no id */
export const undoesOf = (c: Context<BffEnv>): string | undefined => {
  const undoes = c.req.header(undoesHeader);
  if (undoes !== undefined && !uuid.test(undoes)) throw new RefusedError(refuse('invalid', { code: 'undo.invalid' }));
  return undoes;
};

/** Refuses to undo what somebody has decided, in a command that also does other things. @throws RefusedError */
export const refuseWhileDecided = async (
  { c }: Readonly<{ c: Context<BffEnv> }>,
  read: () => Promise<boolean>,
): Promise<void> => {
  if (undoesOf(c) !== undefined && (await read())) throw new RefusedError(refuse('conflict', { code: 'undo.final' }));
};

/**
 * Returns what a request for a second person's approval says that it takes back, checked as if it were done now.
 *
 * @param events  of the thing.
 * @param decided the events that the approval leads to.
 * @throws RefusedError
 */
export const reviewUndoing = (
  { c }: Readonly<{ c: Context<BffEnv> }>,
  events: readonly Recorded[],
  decided?: Decision<Event>,
): Readonly<{ undoes?: string }> => {
  const undoes = undoesOf(c);
  if (undoes !== undefined && decided !== undefined && isRefusal(decided)) throw new RefusedError(decided);
  const moved = undoes === undefined ? undefined : reviewUndo(events, undoes, decided as readonly Event[] | undefined);
  if (moved) throw new RefusedError(moved);
  return undoes === undefined ? {} : { undoes };
};
