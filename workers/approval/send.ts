import { byPortal } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { EventActor } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Refusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { reviewUndo } from '#domain/undo/undo.ts';
import type { RecordedEvent, UsedGuard } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Whose command it is, and what it was decided under. `review` looks at the events of before, as they are when it is decided. */
export type By<E extends PorticoEvent = PorticoEvent> = Readonly<{
  actor?: EventActor;
  guards?: readonly UsedGuard[];
  review?: (events: readonly RecordedEvent<E>[]) => Refusal | undefined;
  /** The event that it takes back. */
  undoes?: string | undefined;
  /** The failed operation that it answers. */
  answers?: string | undefined;
}>;

/**
 * Sends one command about an approval, once however often it is called for the same.
 *
 * @param cause the event of the approval.
 */
export const send = async <State, C extends Command, E extends PorticoEvent>(
  { store }: Pick<WorkerServices, 'store'>,
  cause: RecordedEvent,
  decider: Decider<State, C, E>,
  id: number | string,
  command: C,
  { actor = byPortal, guards = [], review, undoes, answers }: By<E> = {},
) =>
  await execute({
    store,
    decider,
    id,
    command,
    guards,
    ...(review && { review }),
    ...(undoes !== undefined && {
      requires: (events: readonly RecordedEvent<E>[], decided?: readonly E[]) => reviewUndo(events, undoes, decided),
    }),
    meta: {
      ...(undoes !== undefined && { undoes }),
      ...(answers !== undefined && { answers }),
      actor,
      commandId: uuidV5(porticoNamespace, `approval/${cause.stream}/${command.type}/${streamOf(decider.noun, id)}`),
      correlationId: cause.meta.correlationId,
      causationId: cause.id,
      time: new Date().toISOString(),
    },
  });
