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

/**
 * Returns how one call gives many things to the same person, each by a command of its own: whether they were deleted is read again only
 * after their guard was raised.
 */
export const enteringPerson = (
  open: Pick<Services, 'store'>,
  userId: number,
): (() => Promise<readonly UsedGuard[]>) => {
  let entered: readonly UsedGuard[] = [];
  const isRaised = async ({ name, version }: UsedGuard) =>
    (await open.store.readGuards([name]))[0]?.version !== version;
  return async () => {
    const [guard] = entered;
    if (!guard || (await isRaised(guard))) entered = await enterPeople(open, [userId]);
    return entered;
  };
};
