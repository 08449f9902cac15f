import type { ApplicationDetails } from '#domain/application/application.ts';
import type { ApplicationChange } from '#domain/application/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { table } from './engine/table.ts';

/** The history of applications. Rows stay after a deletion. */
const historyTable = table('application_history', {
  key: ['id'],
  columns: {
    /** The event's id. */
    id: uuid(),
    application_id: integer(),
    /** The event's version. Events of one command have the same time. */
    version: integer(),
    kind: text<ApplicationChange['kind']>(),
    user_id: integer(),
    happened_at: timestamptz(),
    changes: jsonb<ApplicationChange['changes']>(),
    /** The owner whom it is about; null for an address without an account. */
    owner_id: nullable(integer()),
    /** The address that it is about. */
    address_id: nullable(integer()),
    /** The organization that an application moved to. */
    organization_id: nullable(integer()),
  },
  indexes: ['(application_id, version)'],
});

/** Returns the fields that differ. */
const changesOf = (from: ApplicationDetails, to: ApplicationDetails): ApplicationChange['changes'] =>
  (['name', 'description', 'external'] as const)
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: String(from[field]), to: String(to[field]) }));

type About = Partial<
  Readonly<{
    changes: ApplicationChange['changes'];
    owner_id: number;
    address_id: number;
    organization_id: number;
  }>
>;

/** The row's key is the event's id: the same event twice is one entry. */
const note = (
  event: RecordedEvent & { data: { applicationId: number } },
  batch: Batch,
  kind: ApplicationChange['kind'],
  about: About = {},
): void =>
  batch.rows(historyTable).put({
    id: event.id,
    application_id: event.data.applicationId,
    version: event.version,
    kind,
    user_id: event.meta.actor.userId,
    happened_at: timeOf(event),
    changes: [],
    owner_id: null,
    address_id: null,
    organization_id: null,
    ...about,
  });

/** Who changed what about applications. */
export const applicationHistory = {
  tables: [historyTable],
  on: {
    ApplicationRegistered: (event, batch) => note(event, batch, 'registered'),
    ApplicationDetailsChanged: (event, batch) =>
      note(event, batch, 'changed', { changes: changesOf(event.data.from, event.data.to) }),
    ApplicationMoved: (event, batch) => note(event, batch, 'moved', { organization_id: event.data.to }),
    ApplicationContactChanged: (event, batch) =>
      note(event, batch, 'contact-changed', { address_id: event.data.addressId }),
    ApplicationContactRemoved: (event, batch) => note(event, batch, 'contact-changed'),
    OwnerAdded: (event, batch) => note(event, batch, 'owner-added', { owner_id: event.data.userId }),
    OwnerRemoved: (event, batch) => note(event, batch, 'owner-removed', { owner_id: event.data.userId }),
    OwnerInvited: (event, batch) => note(event, batch, 'owner-invited', { address_id: event.data.addressId }),
    OwnerInvitationWithdrawn: (event, batch) =>
      note(event, batch, 'owner-withdrawn', { address_id: event.data.addressId }),
    OwnerJoined: (event, batch) =>
      note(event, batch, 'owner-joined', { address_id: event.data.addressId, owner_id: event.data.userId }),
    ApplicationDeletionRequested: (event, batch) => note(event, batch, 'deletion-requested'),
    ApplicationDeleted: (event, batch) => note(event, batch, 'deleted'),
  },
} satisfies ProjectionPart;
