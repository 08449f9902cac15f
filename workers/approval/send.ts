import { byPortal } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { EventActor } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent, UsedGuard } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Whose command it is, and what it was decided under. */
export type By = Readonly<{ actor?: EventActor; guards?: readonly UsedGuard[] }>;

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
  { actor = byPortal, guards = [] }: By = {},
) =>
  await execute({
    store,
    decider,
    id,
    command,
    guards,
    meta: {
      actor,
      commandId: uuidV5(porticoNamespace, `approval/${cause.stream}/${command.type}/${streamOf(decider.noun, id)}`),
      correlationId: cause.meta.correlationId,
      causationId: cause.id,
      time: new Date().toISOString(),
    },
  });
