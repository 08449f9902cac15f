import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/**
 * A time in which an organization was off, in milliseconds.
 *
 * @property commandId the command that switched it off.
 * @property from when it was switched off.
 * @property shut when all its keys were off: its operation was completed. Undefined: not yet, or it was superseded.
 * @property to   when it was switched on again.
 */
type Off = {
  operationId: string;
  commandId: string;
  from: number;
  shut: number | undefined;
  to: number | undefined;
};

/** A request to delete it that waited for a decision, in milliseconds. */
type Asked = { requestId: number; requestedBy: number; from: number; to: number | undefined };

/** @property open operations about the whole organization that have not ended. */
export type SeenOrganization = {
  id: number;
  name: string;
  external: boolean;
  status: 'active' | 'off' | 'deleting' | 'deleted';
  asked: Asked[];
  off: Off[];
  open: Set<string>;
};

/** What the log says about organizations. */
export const createSeenOrganizations = () => {
  const organizations = new Map<number, SeenOrganization>();
  const operations = new Map<string, SeenOrganization>();

  const begin = (id: number, operationId: string): SeenOrganization | undefined => {
    const organization = organizations.get(id);
    if (!organization) return undefined;
    organization.open.add(operationId);
    operations.set(operationId, organization);
    return organization;
  };
  const end = ({ stream, type, meta }: RecordedEvent<PorticoEvent>): void => {
    const operationId = stream.replace(/^operation-/, '');
    const organization = operations.get(operationId);
    organization?.open.delete(operationId);
    const off = organization?.off.find((each) => each.operationId === operationId);
    if (off && type === 'OperationCompleted') off.shut ??= Date.parse(meta.time);
  };

  return {
    all: organizations as ReadonlyMap<number, SeenOrganization>,
    take: (event: RecordedEvent<PorticoEvent>): void => {
      const at = Date.parse(event.meta.time);
      switch (event.type) {
        case 'OrganizationRegistered': {
          const { organizationId: id, name, external } = event.data;
          const fresh = { id, name, external, asked: [], off: [], open: new Set<string>() };
          organizations.set(id, { ...fresh, status: 'active' });
          return;
        }
        case 'OrganizationDetailsChanged': {
          const organization = organizations.get(event.data.organizationId);
          if (organization) organization.name = event.data.to.name;
          return;
        }
        case 'OrganizationDeactivated': {
          const { organizationId, operationId } = event.data;
          const organization = begin(organizationId, operationId);
          organization?.off.push({
            operationId,
            commandId: event.meta.commandId,
            from: at,
            shut: undefined,
            to: undefined,
          });
          if (organization) organization.status = 'off';
          return;
        }
        case 'OrganizationActivated':
        case 'OrganizationDeletionApproved': {
          const { organizationId, operationId } = event.data;
          const organization = begin(organizationId, operationId);
          if (!organization) return;
          const isOn = event.type === 'OrganizationActivated';
          organization.status = isOn ? 'active' : 'deleting';
          const last = (isOn ? organization.off : organization.asked).at(-1);
          if (last) last.to ??= at;
          return;
        }
        case 'OrganizationDeletionRequested': {
          const { organizationId, requestId, requestedBy } = event.data;
          organizations.get(organizationId)?.asked.push({ requestId, requestedBy, from: at, to: undefined });
          return;
        }
        case 'OrganizationDeletionDenied':
        case 'OrganizationDeletionWithdrawn': {
          const last = organizations.get(event.data.organizationId)?.asked.at(-1);
          if (last) last.to ??= at;
          return;
        }
        case 'OrganizationDeleted': {
          const organization = organizations.get(event.data.organizationId);
          if (organization) organization.status = 'deleted';
          return;
        }
        case 'OperationCompleted':
        case 'OperationSuperseded':
        case 'OperationFailed':
        case 'OperationCancelled':
          end(event);
          return;
        default:
      }
    },
  };
};

/** Returns whether keys of an organization may not call in a whole span, because all of them were off before. */
export const isShut = (organization: SeenOrganization | undefined, from: number, to: number): boolean =>
  (organization?.off ?? []).some(
    ({ shut, to: on }) => shut !== undefined && shut <= from && (on === undefined || on > to),
  );

/** Returns the request to delete an organization that waits. */
export const waitingIn = ({ asked }: SeenOrganization): Asked | undefined => {
  const last = asked.at(-1);
  return last?.to === undefined ? last : undefined;
};

type Span = Readonly<{ from: number; to: number | undefined }>;
/** Returns whether a span was there at some moment of another one. */
export const overlaps = (span: Span, from: number, to: number): boolean =>
  span.from <= to && (span.to ?? Number.POSITIVE_INFINITY) >= from;

/** Returns whether an organization was off, or about to be, at some moment of a span. */
export const wasOff = (organization: SeenOrganization | undefined, from: number, to: number): boolean =>
  (organization?.off ?? []).some((off) => overlaps(off, from, to));
