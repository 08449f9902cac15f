import type { OrganizationAttribute, OrganizationDetails, OrganizationProfile } from '#domain/organization/details.ts';
import type { OrganizationEvent, OrganizationStatus } from '#domain/organization/organization.ts';
import { boolean, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

/** Organizations. The row of a deleted one stays, because reports name it and sign-in refuses its people. */
export const organizationsTable = table('organizations', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    external: boolean(),
    description: text(),
    contact: text(),
    profile: nullable(jsonb<OrganizationProfile>()),
    attributes: jsonb<OrganizationAttribute[]>(),
    status: text<OrganizationStatus>(),
    /** The newest operation on the whole organization. Null: there was none. */
    operation_id: nullable(uuid()),
    /** The request to delete it that waits for a decision. */
    deletion_id: nullable(integer()),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    stream_version: integer(),
  },
  // Indexed for `like '%text%'`.
  generated: {
    search: 'fold_text(name || chr(10) || contact || chr(10) || description)',
    sort_name: 'fold_text(name)',
  },
  indexes: ['(sort_name, id)', '(external, id)', 'using gin (search gin_trgm_ops)'],
  prefetch: { id: byField('organizationId') },
});

type Row = RowOf<typeof organizationsTable>;

const columnsOf = ({ name, external, description, contact, profile, attributes }: OrganizationDetails) => ({
  name,
  external,
  description,
  contact,
  profile,
  attributes,
});

type Change = Exclude<OrganizationEvent['type'], 'OrganizationRegistered'>;

const change = (event: RecordedAs<Change>, batch: Batch, columns: Partial<Row>): Promise<void> =>
  updateOnce(batch.rows(organizationsTable), event.data.organizationId, event, () => ({
    ...columns,
    updated_at: timeOf(event),
  }));

export const organizations = {
  tables: [organizationsTable],
  on: {
    OrganizationRegistered: (event, batch) => {
      const { organizationId: id, ...details } = event.data;
      return insertOnce(batch.rows(organizationsTable), id, {
        id,
        ...columnsOf(details),
        status: 'active',
        operation_id: null,
        deletion_id: null,
        created_at: timeOf(event),
        updated_at: timeOf(event),
        stream_version: event.version,
      });
    },
    OrganizationDetailsChanged: (event, batch) => change(event, batch, columnsOf(event.data.to)),
    OrganizationDeactivated: (event, batch) =>
      change(event, batch, { status: 'deactivated', operation_id: event.data.operationId }),
    OrganizationActivated: (event, batch) =>
      change(event, batch, { status: 'active', operation_id: event.data.operationId }),
    OrganizationDeletionRequested: (event, batch) => change(event, batch, { deletion_id: event.data.requestId }),
    OrganizationDeletionDenied: (event, batch) => change(event, batch, { deletion_id: null }),
    OrganizationDeletionWithdrawn: (event, batch) => change(event, batch, { deletion_id: null }),
    OrganizationDeletionApproved: (event, batch) =>
      change(event, batch, { status: 'deleting', deletion_id: null, operation_id: event.data.operationId }),
    OrganizationDeleted: (event, batch) => change(event, batch, { status: 'deleted' }),
  },
} satisfies ProjectionPart;
