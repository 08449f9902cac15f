import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { ResourceCommand, ResourceEvent } from '#domain/resource/resource.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Operator } from './open-operator.ts';
import { OperatorError } from './operator-error.ts';

type Sent = Readonly<{ command: ResourceCommand; commandId?: string; guards?: readonly UsedGuard[] }>;

/**
 * Sends a command to a gateway's entry, by the portal itself, and waits until the read tables show it.
 *
 * @returns the events that it led to.
 * @throws OperatorError when the rules refuse it.
 */
export const sendResource = async (
  { store, pool, now }: Pick<Operator, 'store' | 'pool' | 'now'>,
  resourceId: number,
  { command, commandId = randomId(), guards = [] }: Sent,
): Promise<readonly ResourceEvent[]> => {
  const done = await execute({
    store,
    decider: resourceDecider,
    id: resourceId,
    command,
    guards,
    meta: { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() },
  });
  if (isRefusal(done)) throw new OperatorError(`The gateway was refused: ${done.problems[0].code}.`);
  await waitForPosition(pool, done.position, undefined, ['resources']);
  return done.events;
};
