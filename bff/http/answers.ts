import type { Context } from 'hono';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { BffEnv } from './context.ts';

/** The header in which a command says which failed operation it asks for anew (docs/decisions/0147-the-desk-s-other-acts.md). */
const answersHeader = 'x-answers';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the id of the failed operation that a call answers; undefined when it answers none. @throws RefusedError for what is no id */
export const answersOf = (c: Context<BffEnv>): string | undefined => {
  const answers = c.req.header(answersHeader);
  if (answers !== undefined && !uuid.test(answers))
    throw new RefusedError(refuse('invalid', { code: 'answer.invalid' }));
  return answers;
};
