import { RefusedError, refuse } from '#domain/core/problem.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import type { Services } from '../../http/services.ts';

/**
 * Checks, in the log itself, that something may still be given to people: an application to own, a case of the desk.
 *
 * @returns the guards to append the event with that gives it.
 * @throws RefusedError 409 when one of them was deleted a moment ago.
 */
export const enterPeople = async (
  open: Pick<Services, 'store'>,
  userIds: readonly number[],
): Promise<readonly UsedGuard[]> => {
  const entered = await Promise.all(userIds.map((id) => enter(open, userDecider, id)));
  if (entered.some(({ state }) => state.status === 'deleted'))
    throw new RefusedError(refuse('conflict', { code: 'conflict.changed-meanwhile' }));
  return entered.flatMap(({ guards }) => guards);
};
