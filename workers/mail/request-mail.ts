import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { mailDecider } from '#domain/mail/decider.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import type { Wanted } from './wanted-mails.ts';

/**
 * Returns the name of what a mail is about: the event, all that one look at a gateway has found, or all that verifications of the
 * log found on one day.
 */
const causeOf = ({ id, type, data, meta }: RecordedEvent<PorticoEvent>): string => {
  if (type === 'ProtectionLost' || type === 'ForeignObjectFound') return `look-${data.look}`;
  return type === 'LogVerified' || type === 'LogVerificationCompleted' ? `log-${meta.time.slice(0, 10)}` : id;
};

/** Returns the operation of a mail: the same for each delivery of the event, and for all findings of one look. */
const mailIdOf = ({ kind, recipient }: Wanted, event: RecordedEvent<PorticoEvent>): string =>
  uuidV5(porticoNamespace, `mail/${kind}/${recipient.noun}-${recipient.id}/${causeOf(event)}`);

/**
 * Requests one mail about an event, whatever its reader chose. Doing it again changes nothing.
 *
 * @param operationId Default: one that comes from the mail and the event.
 */
export const requestMail = async (
  { store }: Pick<WorkerServices, 'store'>,
  wanted: Wanted,
  event: RecordedEvent<PorticoEvent>,
  operationId: string = mailIdOf(wanted, event),
): Promise<void> => {
  const { id, stream, version, meta } = event;
  const done = await execute({
    store,
    decider: mailDecider,
    id: operationId,
    command: { type: 'RequestMail', data: { operationId, ...wanted, cause: { stream, version } } },
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `mail/${operationId}/command`),
      correlationId: meta.correlationId,
      causationId: id,
      time: new Date().toISOString(),
    },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};
