import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { mailDecider } from '#domain/mail/decider.ts';
import type { MailRequest } from '#domain/mail/mail.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { runSubscription } from '#eventstore/subscription/run-subscription.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Wanted = Pick<MailRequest, 'kind' | 'recipient'>;

/** Milliseconds after which an event is no news. So the first worker with a mail server tells nobody about the past. */
const newsLimit = 24 * 3_600_000;

const toUser = (kind: MailRequest['kind'], id: number): Wanted => ({ kind, recipient: { noun: 'user', id } });

/** Returns the mails that tell about an event. */
const wantedFor = (event: RecordedEvent<PorticoEvent>): readonly Wanted[] => {
  switch (event.type) {
    case 'UserRolesChanged':
      return [toUser('roles-changed', event.data.userId)];
    case 'UserDisabled':
      return [toUser('disabled', event.data.userId)];
    default:
      return [];
  }
};

/** Requests one mail about an event. The operation's id comes from both, so a second delivery changes nothing. */
export const requestMail = async (
  { store }: Pick<WorkerServices, 'store'>,
  { kind, recipient }: Wanted,
  { id, stream, version, meta }: RecordedEvent<PorticoEvent>,
): Promise<void> => {
  const name = `mail/${kind}/${recipient.noun}-${recipient.id}/${id}`;
  const operationId = uuidV5(porticoNamespace, name);
  const done = await execute({
    store,
    decider: mailDecider,
    id: operationId,
    command: { type: 'RequestMail', data: { operationId, kind, recipient, cause: { stream, version } } },
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `${name}/command`),
      correlationId: meta.correlationId,
      causationId: id,
      time: new Date().toISOString(),
    },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};

/**
 * Follows the log and requests the mails that tell people what happened. Without a mail server nothing is requested, and
 * what happened meanwhile is not told later. Ends when the signal aborts.
 */
export const runMailRequests = (services: WorkerServices, signal: AbortSignal): Promise<void> =>
  runSubscription({
    store: services.store,
    pool: services.pool,
    name: 'mails',
    log: services.log,
    signal,
    handler: {
      deliver: async (events) => {
        if (!services.mail) return;
        const oldest = new Date(Date.now() - newsLimit).toISOString();
        for (const event of events) {
          if (event.meta.time < oldest) continue;
          for (const wanted of wantedFor(event)) await requestMail(services, wanted, event);
        }
      },
    },
  });
