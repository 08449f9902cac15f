import type { ApplicationRow } from '#domain/application/schema.ts';
import { erased } from '#domain/core/erased.ts';
import { boolean, integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { eraseRows } from './engine/erase-rows.ts';
import { insertOnce, timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

export const applicationsTable = table('applications', {
  key: ['id'],
  columns: {
    id: integer(),
    organization_id: integer(),
    name: text(),
    description: text(),
    external: boolean(),
    /** Whether its maintainers decide about access to its APIs. */
    maintainers_decide: boolean(),
    state: text<ApplicationRow['state']>(),
    /** The operation that deletes it, and who requested the deletion. */
    deletion: nullable(uuid()),
    deleted_by: nullable(integer()),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    stream_version: integer(),
  },
  generated: { sort_name: 'fold_text(name)' },
  indexes: ['(organization_id)', '(sort_name, id)', '(created_at, id)', 'using gin (sort_name gin_trgm_ops)'],
  prefetch: { id: byField('applicationId') },
});

/** Owners of applications. A person who leaves the organization in which they were named has no row any more. */
const ownersTable = table('application_owners', {
  key: ['application_id', 'user_id'],
  columns: {
    application_id: integer(),
    user_id: integer(),
    /** The owner's organization when they were named. Null: the log does not know the person. */
    organization_id: nullable(integer()),
  },
  lookups: ['user_id', 'organization_id'],
  indexes: ['(user_id, application_id)'],
});

/** The organization of each person, in the order of the log. Only the handlers of owners read it; queries read `users`. */
const ownerOrganizationsTable = table('owner_organizations', {
  key: ['user_id'],
  columns: {
    user_id: integer(),
    organization_id: integer(),
  },
  prefetch: { user_id: ({ data }) => data.owners ?? data.userId },
});

/**
 * The mail addresses of applications. Replaced and withdrawn addresses stay, because erasing a person must find them all.
 */
const addressesTable = table('application_addresses', {
  key: ['application_id', 'address_id'],
  columns: {
    application_id: integer(),
    /** The person whose key encrypts the address. */
    address_id: integer(),
    purpose: text<'contact' | 'owner'>(),
    email: text(),
    email_lower: text(),
    /** Whether the address is the contact now, or waits for an account. */
    in_force: boolean(),
    /** The user who signed up with an invited address. */
    user_id: nullable(integer()),
  },
  lookups: ['address_id', 'user_id'],
  indexes: ['(email_lower)'],
});

type ApplicationEventType =
  | 'ApplicationDetailsChanged'
  | 'ApplicationMoved'
  | 'ApplicationContactChanged'
  | 'ApplicationContactRemoved'
  | 'OwnerAdded'
  | 'OwnerRemoved'
  | 'OwnerInvited'
  | 'OwnerInvitationWithdrawn'
  | 'OwnerJoined'
  | 'MaintainersDecide'
  | 'MaintainersDecideNoMore'
  | 'ApplicationDeletionRequested';

/** Changes an application and its other rows. Does nothing if the row shows the event already. */
const follow = async (
  event: RecordedAs<ApplicationEventType>,
  batch: Batch,
  change: Partial<RowOf<typeof applicationsTable>> = {},
  effect: () => Promise<void> | void = () => undefined,
): Promise<void> => {
  const rows = batch.rows(applicationsTable);
  const row = await rows.get(event.data.applicationId);
  if (!row || row.stream_version >= event.version) return;
  rows.put({ ...row, ...change, updated_at: timeOf(event), stream_version: event.version });
  await effect();
};

type AddressRow = RowOf<typeof addressesTable>;

const endAddress = async (
  batch: Batch,
  { applicationId, addressId }: Readonly<{ applicationId: number; addressId: number }>,
  userId: number | null = null,
): Promise<void> => {
  const rows = batch.rows(addressesTable);
  const row = await rows.get(applicationId, addressId);
  if (row) rows.put({ ...row, in_force: false, user_id: userId ?? row.user_id });
};

const keepAddress = (
  batch: Batch,
  { applicationId, addressId, email }: Readonly<{ applicationId: number; addressId: number; email: string }>,
  purpose: AddressRow['purpose'],
): void =>
  batch.rows(addressesTable).put({
    application_id: applicationId,
    address_id: addressId,
    purpose,
    email,
    email_lower: email.toLowerCase(),
    in_force: true,
    user_id: null,
  });

const endContact = async (batch: Batch, applicationId: number): Promise<void> => {
  for (const row of await batch.rows(addressesTable).where('application_id', applicationId))
    if (row.purpose === 'contact' && row.in_force) batch.rows(addressesTable).put({ ...row, in_force: false });
};

const addOwner = async (batch: Batch, applicationId: number, userId: number): Promise<void> => {
  const person = await batch.rows(ownerOrganizationsTable).get(userId);
  batch
    .rows(ownersTable)
    .put({ application_id: applicationId, user_id: userId, organization_id: person?.organization_id ?? null });
};

/** Removes a person as owner when they leave their organization (docs/decisions/0066-rights-end-with-the-organization.md). */
const endOwnerships = async ({ data: { userId, to } }: RecordedAs<'UserMoved'>, batch: Batch): Promise<void> => {
  const people = batch.rows(ownerOrganizationsTable);
  if ((await people.get(userId))?.organization_id === to) return;
  people.put({ user_id: userId, organization_id: to });
  for (const owner of await batch.rows(ownersTable).where('user_id', userId)) batch.rows(ownersTable).remove(owner);
};

/** When an organization becomes external, its people stay owners of its own applications only. */
const endColleagues = async (
  { data: { organizationId, from, to } }: RecordedAs<'OrganizationDetailsChanged'>,
  batch: Batch,
): Promise<void> => {
  if (from.external || !to.external) return;
  const owners = batch.rows(ownersTable);
  for (const owner of await owners.where('organization_id', organizationId)) {
    const application = await batch.rows(applicationsTable).get(owner.application_id);
    if (application?.organization_id !== organizationId) owners.remove(owner);
  }
};

/** Erases a person's addresses: those of the user, and those that the event names. Older events name none. */
const eraseAddresses = async ({ data }: RecordedAs<'UserErased'>, batch: Batch): Promise<void> => {
  const rows = batch.rows(addressesTable);
  const blank = () => ({ email: erased, email_lower: erased });
  await eraseRows(rows, 'user_id', data.userId, blank);
  for (const address of data.addresses ?? []) await eraseRows(rows, 'address_id', address, blank);
};

export const applications = {
  tables: [applicationsTable, ownersTable, ownerOrganizationsTable, addressesTable],
  on: {
    UserRegistered: ({ data: { userId, organizationId } }, batch) =>
      batch.rows(ownerOrganizationsTable).put({ user_id: userId, organization_id: organizationId }),
    UserMoved: endOwnerships,
    OrganizationDetailsChanged: endColleagues,
    ApplicationRegistered: async (event, batch) => {
      const { applicationId: id, organizationId, name, description, external, owners } = event.data;
      if (await batch.rows(applicationsTable).get(id)) return;
      await insertOnce(batch.rows(applicationsTable), id, {
        id,
        organization_id: organizationId,
        name,
        description,
        external,
        maintainers_decide: false,
        state: 'active',
        deletion: null,
        deleted_by: null,
        created_at: timeOf(event),
        updated_at: timeOf(event),
        stream_version: event.version,
      });
      for (const owner of owners) await addOwner(batch, id, owner);
    },
    ApplicationDetailsChanged: (event, batch) => follow(event, batch, event.data.to),
    ApplicationMoved: (event, batch) => follow(event, batch, { organization_id: event.data.to }),
    ApplicationContactChanged: (event, batch) =>
      follow(event, batch, {}, async () => {
        await endContact(batch, event.data.applicationId);
        keepAddress(batch, event.data, 'contact');
      }),
    ApplicationContactRemoved: (event, batch) => follow(event, batch, {}, () => endAddress(batch, event.data)),
    OwnerAdded: (event, batch) =>
      follow(event, batch, {}, () => addOwner(batch, event.data.applicationId, event.data.userId)),
    OwnerRemoved: (event, batch) =>
      follow(event, batch, {}, async () => {
        const rows = batch.rows(ownersTable);
        const row = await rows.get(event.data.applicationId, event.data.userId);
        if (row) rows.remove(row);
      }),
    OwnerInvited: (event, batch) => follow(event, batch, {}, () => keepAddress(batch, event.data, 'owner')),
    OwnerInvitationWithdrawn: (event, batch) => follow(event, batch, {}, () => endAddress(batch, event.data)),
    OwnerJoined: (event, batch) =>
      follow(event, batch, {}, async () => {
        await endAddress(batch, event.data, event.data.userId);
        await addOwner(batch, event.data.applicationId, event.data.userId);
      }),
    MaintainersDecide: (event, batch) => follow(event, batch, { maintainers_decide: true }),
    MaintainersDecideNoMore: (event, batch) => follow(event, batch, { maintainers_decide: false }),
    UserErased: eraseAddresses,
    ApplicationDeletionRequested: (event, batch) =>
      follow(event, batch, {
        state: 'deleting',
        deletion: event.data.operationId,
        deleted_by: event.meta.actor.userId,
      }),
    ApplicationDeleted: async ({ data: { applicationId } }, batch) => {
      const row = await batch.rows(applicationsTable).get(applicationId);
      if (row) batch.rows(applicationsTable).remove(row);
      for (const owner of await batch.rows(ownersTable).where('application_id', applicationId))
        batch.rows(ownersTable).remove(owner);
      // The addresses stay: erasing a person must find them.
      for (const address of await batch.rows(addressesTable).where('application_id', applicationId))
        batch.rows(addressesTable).put({ ...address, in_force: false });
    },
  },
} satisfies ProjectionPart;
