import { byPortal } from '#domain/core/actor.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { traceDecider } from '#domain/trace/decider.ts';
import type { TraceEvent } from '#domain/trace/trace.ts';
import { randomId } from '#platform/uuid.ts';
import type { EventStore } from './event-store.ts';
import { execute } from './execute.ts';

/** Records in the trail that the whole log was verified, and what was found (requirement F2). */
export const recordVerification = async (
  store: EventStore<PorticoEvent>,
  data: Extract<TraceEvent, { type: 'LogVerified' }>['data'],
): Promise<void> => {
  const commandId = randomId();
  await execute({
    store,
    decider: traceDecider,
    id: randomId(),
    command: { type: 'Record', data: { type: 'LogVerified', data } },
    meta: {
      actor: { ...byPortal, roles: [] },
      commandId,
      correlationId: commandId,
      time: new Date().toISOString(),
    },
  });
};
