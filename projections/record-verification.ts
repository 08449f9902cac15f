import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { logVerificationDecider } from '#domain/log-verification/decider.ts';
import type { LogVerificationCommand } from '#domain/log-verification/log-verification.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';

/** Returns what writes into the log how a verification ended that somebody asked for. */
export const verificationRecorder =
  (store: EventStore<PorticoEvent>) =>
  async (id: string, command: LogVerificationCommand): Promise<void> => {
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
    if (isRefusal(done)) throw new Error(`the verification ${id} is not in the log`);
  };
