import type { Decider } from '#domain/core/decider.ts';
import type { Event } from '#domain/core/event.ts';
import type { Following } from '#domain/core/following.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { EventStore, Position, RecordedEvent } from './event-store.ts';
import { execute } from './execute.ts';

/**
 * Takes the steps that follow from an event, in their order. A step has its command id from the event and its name. So a
 * step that was taken before is not taken again, whoever took it. The steps are in the name of whoever caused the event.
 *
 * @returns the position after the last step.
 * @throws RefusedError when the rules refuse a step; UnavailableError.
 */
export const takeFollowing = async <All extends Event>(
  store: Pick<EventStore<All>, 'append' | 'findCommand' | 'read' | 'readGuards'>,
  cause: RecordedEvent,
  steps: readonly Following[],
  now: Date,
): Promise<Position> => {
  const { actor, correlationId } = cause.meta;
  let { position } = cause;
  for (const { name, decider, id, command } of steps) {
    crashPoint(`${cause.type}.${name}`);
    const done = await execute({
      store,
      decider: decider as Decider<unknown, typeof command, All>,
      id,
      command,
      meta: {
        actor,
        correlationId,
        causationId: cause.id,
        commandId: uuidV5(porticoNamespace, `${cause.id}/${name}`),
        time: now.toISOString(),
      },
    });
    if (isRefusal(done)) throw new RefusedError(done);
    position = done.position;
  }
  return position;
};
