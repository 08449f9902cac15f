import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { mailDecider } from '#domain/mail/decider.ts';
import type { MailRequest } from '#domain/mail/mail.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { runSubscription } from '#eventstore/subscription/run-subscription.ts';
import type { Database } from '#platform/database.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { accessReaders, gatewayReaders, losingPeople, otherAdministrators } from './administrators.ts';

type Wanted = Pick<MailRequest, 'kind' | 'recipient'>;

/** The most milliseconds since an event that a mail tells about. The first worker with a mail server sends none about the past. */
const newsLimit = 24 * 3_600_000;

const toUser = (kind: MailRequest['kind'], id: number): Wanted => ({ kind, recipient: { noun: 'user', id } });

const toRegistration = (kind: MailRequest['kind'], id: number): Wanted => ({
  kind,
  recipient: { noun: 'registration', id },
});

/** A request without a user came from the portal itself, which reads no mails. */
const toRequester = (
  kind: MailRequest['kind'],
  { requestedBy }: Readonly<{ requestedBy: number }>,
): readonly Wanted[] => (requestedBy > 0 ? [toUser(kind, requestedBy)] : []);

/** Whoever loses access hears of it while the deletion can still be denied. */
const toLosing = async (
  kind: MailRequest['kind'],
  { organizationId }: Readonly<{ organizationId: number }>,
  database: Database,
): Promise<readonly Wanted[]> => (await losingPeople(database, organizationId)).map((id) => toUser(kind, id));

/** Returns the mails that tell about an event. */
const wantedFor = async (event: RecordedEvent<PorticoEvent>, database: Database): Promise<readonly Wanted[]> => {
  switch (event.type) {
    case 'RegistrationRequested':
      // A chore tells the reviewers (tell-reviewers.ts).
      return [toRegistration('welcome', event.data.registrationId)];
    case 'RegistrationApprovalBegun':
      return event.data.askedEmail === undefined
        ? []
        : [toRegistration('address-corrected', event.data.registrationId)];
    case 'RegistrationApproved':
      return [toUser('request-approved', event.data.userId)];
    case 'RegistrationDenied':
      return [toRegistration('request-denied', event.data.registrationId)];
    case 'UserInvited':
      return [toUser('invited', event.data.userId)];
    case 'UserRolesChanged':
      return [toUser('roles-changed', event.data.userId)];
    case 'UserDisabled':
      return [toUser('disabled', event.data.userId)];
    case 'OrganizationDeletionRequested':
      return [
        ...(await otherAdministrators(database, event.data.requestedBy)).map((id) => toUser('deletion-asked', id)),
        ...(await toLosing('access-ending', event.data, database)),
      ];
    case 'OrganizationDeletionApproved':
      return toRequester('deletion-approved', event.data);
    case 'OrganizationDeletionDenied':
      return [...toRequester('deletion-denied', event.data), ...(await toLosing('access-stays', event.data, database))];
    case 'OrganizationDeletionWithdrawn':
      return await toLosing('access-stays', event.data, database);
    case 'ApiAccessRequested':
      return (await otherAdministrators(database, event.data.requestedBy)).map((id) => toUser('access-asked', id));
    case 'ApiAccessApproved':
      return toRequester('access-approved', event.data);
    case 'ApiAccessDenied':
      return toRequester('access-denied', event.data);
    case 'ApiAccessRevoked':
      return (await accessReaders(database, event.data)).map((id) => toUser('access-revoked', id));
    case 'ProtectionLost':
      return (await gatewayReaders(database, event.data.apiId)).map((id) => toUser('protection-lost', id));
    case 'ForeignObjectFound':
      return (await gatewayReaders(database, event.data.apiId)).map((id) => toUser('foreign-object', id));
    default:
      return [];
  }
};

/** Returns the name of what a mail is about: the event, or all that one look at a gateway has found. */
const causeOf = ({ id, type, data }: RecordedEvent<PorticoEvent>): string =>
  type === 'ProtectionLost' || type === 'ForeignObjectFound' ? `look-${data.look}` : id;

/**
 * Requests one mail about an event. The operation's id comes from both, so a second delivery changes nothing, nor does a second
 * finding of one look.
 */
export const requestMail = async (
  { store }: Pick<WorkerServices, 'store'>,
  { kind, recipient }: Wanted,
  event: RecordedEvent<PorticoEvent>,
): Promise<void> => {
  const { id, stream, version, meta } = event;
  const name = `mail/${kind}/${recipient.noun}-${recipient.id}/${causeOf(event)}`;
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
          for (const wanted of await wantedFor(event, services.pool)) await requestMail(services, wanted, event);
        }
      },
    },
  });
