import { type OrganizationDetails, profileFields } from '#domain/organization/details.ts';
import type { OrganizationChange } from '#domain/organization/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { table } from './engine/table.ts';
import { organizationsTable } from './organizations.ts';

/** Who did what to an organization. Rows stay after its deletion. */
const historyTable = table('organization_history', {
  key: ['id'],
  columns: {
    id: uuid(),
    organization_id: integer(),
    kind: text<OrganizationChange['kind']>(),
    user_id: integer(),
    happened_at: timestamptz(),
    changes: jsonb<OrganizationChange['changes']>(),
  },
  indexes: ['(organization_id, happened_at, id)'],
});

/** Requests to delete an organization, with the decision. They keep its name. */
const deletionsTable = table('organization_deletions', {
  key: ['id'],
  columns: {
    id: integer(),
    organization_id: integer(),
    organization_name: text(),
    requested_by: integer(),
    requested_at: timestamptz(),
    /** Null: it waits for a decision. */
    action: nullable(text<'approved' | 'denied'>()),
    decided_by: nullable(integer()),
    operation_id: nullable(uuid()),
    updated_at: timestamptz(),
  },
  generated: { sort_organization: 'lower(organization_name)' },
  indexes: ['(updated_at, id)', '(organization_id)'],
});

const valuesOf = ({ name, external, description, contact, profile, attributes }: OrganizationDetails) => ({
  name,
  external: String(external),
  contact,
  description,
  ...Object.fromEntries(profileFields.map((field) => [field, profile?.[field] ?? ''])),
  attributes: attributes.map((each) => `${each.name}: ${each.value}`).join('\n'),
});

/** Returns the fields that differ. */
const changesOf = (from: OrganizationDetails, to: OrganizationDetails): OrganizationChange['changes'] => {
  const [before, after]: Record<string, string>[] = [valuesOf(from), valuesOf(to)];
  return Object.entries(after ?? {}).flatMap(([field, value]) =>
    before?.[field] === value ? [] : [{ field, from: before?.[field] ?? '', to: value }],
  ) as OrganizationChange['changes'];
};

/** The row's key is the event's id: the same event twice is one entry. */
const note =
  (kind: OrganizationChange['kind']) =>
  (
    event: RecordedEvent & Readonly<{ data: Readonly<{ organizationId: number }> }>,
    batch: Batch,
    changes: OrganizationChange['changes'] = [],
  ): void =>
    batch.rows(historyTable).put({
      id: event.id,
      organization_id: event.data.organizationId,
      kind,
      user_id: event.meta.actor.userId,
      happened_at: timeOf(event),
      changes,
    });

const decide =
  (action: 'approved' | 'denied') =>
  async (
    event: RecordedAs<'OrganizationDeletionApproved' | 'OrganizationDeletionDenied'>,
    batch: Batch,
  ): Promise<void> => {
    const rows = batch.rows(deletionsTable);
    const row = await rows.get(event.data.requestId);
    note(action)(event, batch);
    if (!row) return;
    rows.put({
      ...row,
      action,
      decided_by: event.meta.actor.userId,
      operation_id: 'operationId' in event.data ? event.data.operationId : null,
      updated_at: timeOf(event),
    });
  };

export const organizationHistory = {
  tables: [historyTable, deletionsTable],
  on: {
    OrganizationRegistered: (event, batch) => note('registered')(event, batch),
    OrganizationDetailsChanged: (event, batch) =>
      note('changed')(event, batch, changesOf(event.data.from, event.data.to)),
    OrganizationDeactivated: (event, batch) => note('deactivated')(event, batch),
    OrganizationActivated: (event, batch) => note('activated')(event, batch),
    OrganizationDeletionRequested: async (event, batch) => {
      const { organizationId, requestId: id, requestedBy } = event.data;
      const organization = await batch.rows(organizationsTable).get(organizationId);
      note('deletion-requested')(event, batch);
      batch.rows(deletionsTable).put({
        id,
        organization_id: organizationId,
        organization_name: organization?.name ?? '',
        requested_by: requestedBy,
        requested_at: timeOf(event),
        action: null,
        decided_by: null,
        operation_id: null,
        updated_at: timeOf(event),
      });
    },
    OrganizationDeletionDenied: decide('denied'),
    OrganizationDeletionApproved: decide('approved'),
    OrganizationDeleted: (event, batch) => note('deleted')(event, batch),
  },
} satisfies ProjectionPart;
