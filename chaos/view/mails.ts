import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { MailKind } from '#domain/mail/subject.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/** A mail that the log asks for. `about` is the event that it tells about: stream and version. */
export type SeenMail = Readonly<{ operationId: string; kind: MailKind; recipient: string; about: string }>;
/** A mail that has to follow from an event. `recipient` as in `user-7`. */
export type DueMail = Omit<SeenMail, 'operationId'> & Readonly<{ at: number }>;

/** Returns the one mail that an event always has. Others depend on who there is. */
const dueFor = (event: PorticoEvent): Pick<DueMail, 'kind' | 'recipient'> | undefined => {
  switch (event.type) {
    case 'RegistrationRequested':
      return { kind: 'welcome', recipient: `registration-${event.data.registrationId}` };
    case 'RegistrationApproved':
      return { kind: 'request-approved', recipient: `user-${event.data.userId}` };
    case 'RegistrationDenied':
      return { kind: 'request-denied', recipient: `registration-${event.data.registrationId}` };
    case 'UserInvited':
      return { kind: 'invited', recipient: `user-${event.data.userId}` };
    case 'UserRolesChanged':
      return { kind: 'roles-changed', recipient: `user-${event.data.userId}` };
    case 'UserDisabled':
      return { kind: 'disabled', recipient: `user-${event.data.userId}` };
    case 'OrganizationDeletionApproved':
      return { kind: 'deletion-approved', recipient: `user-${event.data.requestedBy}` };
    case 'OrganizationDeletionDenied':
      return { kind: 'deletion-denied', recipient: `user-${event.data.requestedBy}` };
    default:
      return undefined;
  }
};

/** What the log says about mails. */
export const createSeenMails = () => {
  const requested: SeenMail[] = [];
  const due: DueMail[] = [];
  return {
    requested: requested as readonly SeenMail[],
    due: due as readonly DueMail[],
    take: (event: RecordedEvent<PorticoEvent>): void => {
      const about = `${event.stream}@${event.version}`;
      const mail = dueFor(event);
      if (mail) due.push({ ...mail, about, at: Date.parse(event.meta.time) });
      if (event.type !== 'MailRequested') return;
      const { operationId, kind, recipient, cause } = event.data;
      requested.push({
        operationId,
        kind,
        recipient: `${recipient.noun}-${recipient.id}`,
        about: `${cause.stream}@${cause.version}`,
      });
    },
  };
};
