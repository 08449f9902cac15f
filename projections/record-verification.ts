import { byPortal } from '#domain/core/actor.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { logVerificationDecider } from '#domain/log-verification/decider.ts';
import type { LogVerificationCommand } from '#domain/log-verification/log-verification.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';

/** Returns what writes into the log how a verification ended that somebody asked for. That answers false when the log has no such request. */
export const verificationRecorder =
  (store: EventStore<PorticoEvent>) =>
  async (id: string, command: LogVerificationCommand): Promise<boolean> => {
    const done = await execute({
      store,
      decider: logVerificationDecider,
      id,
      command,
      meta: {
        actor: byPortal,
        commandId: uuidV5(porticoNamespace, `log-verification/${id}/${command.type}`),
        correlationId: id,
        time: new Date().toISOString(),
      },
    });
    if (!isRefusal(done)) return true;
    if (done.refused === 'not-found') return false;
    throw new RefusedError(done);
  };
