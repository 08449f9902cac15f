import type { DeletionGrantRow } from '#domain/organization/schema.ts';
import { integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { table } from './engine/table.ts';
import { organizationsTable } from './organizations.ts';

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
    action: nullable(text<DeletionGrantRow['action']>()),
    decided_by: nullable(integer()),
    operation_id: nullable(uuid()),
    updated_at: timestamptz(),
  },
  generated: { sort_organization: 'fold_text(organization_name)' },
  indexes: ['(updated_at, id)', '(organization_id)'],
});

const decide =
  (action: DeletionGrantRow['action']) =>
  async (
    event: RecordedAs<'OrganizationDeletionApproved' | 'OrganizationDeletionDenied' | 'OrganizationDeletionWithdrawn'>,
    batch: Batch,
  ): Promise<void> => {
    const rows = batch.rows(deletionsTable);
    const row = await rows.get(event.data.requestId);
    if (!row) return;
    rows.put({
      ...row,
      action,
      decided_by: event.meta.actor.userId,
      operation_id: 'operationId' in event.data ? event.data.operationId : null,
      updated_at: timeOf(event),
    });
  };

/** Requests to delete organizations. */
export const organizationDeletions = {
  tables: [deletionsTable],
  on: {
    OrganizationDeletionRequested: async (event, batch) => {
      const { organizationId, requestId: id, requestedBy } = event.data;
      const organization = await batch.rows(organizationsTable).get(organizationId);
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
    OrganizationDeletionWithdrawn: decide('withdrawn'),
    OrganizationDeletionApproved: decide('approved'),
  },
} satisfies ProjectionPart;
