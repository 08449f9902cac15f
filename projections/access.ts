import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import { anyTable, type Batch, type ProjectionPart, type RecordedAs } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { AccessGrantsTable, AccessRequestsTable } from './engine/tables.ts';

const requestsTable: TableDefinition<AccessRequestsTable> = {
  name: 'access_requests',
  key: ['id'],
  columns: {
    id: 'integer not null',
    api_id: 'integer not null',
    organization_id: 'integer not null',
    status: 'text not null',
    reason: 'text not null',
    note: 'text not null',
    requested_by: 'integer not null',
    requested_at: 'timestamptz not null',
    decided_by: 'integer',
    decided_at: 'timestamptz',
    stream_version: 'integer not null',
  },
  indexes: [
    '(api_id, organization_id, id)',
    '(organization_id)',
    '(status, id)',
    '(requested_at, id)',
    '(requested_by, requested_at)',
  ],
  prefetch: { id: byField('requestId') },
};

const grantsTable: TableDefinition<AccessGrantsTable> = {
  name: 'access_grants',
  key: ['id'],
  columns: {
    id: 'integer not null',
    api_id: 'integer not null',
    organization_id: 'integer not null',
    request_id: 'integer',
    granted_by: 'integer not null',
    granted_at: 'timestamptz not null',
    revoked_by: 'integer',
    revoked_at: 'timestamptz',
    stream_version: 'integer not null',
  },
  indexes: ['(organization_id, api_id) where revoked_at is null', '(api_id)', '(granted_at, id)'],
  prefetch: { id: byField('grantId') },
};

const decide =
  (status: 'APPROVED' | 'DENIED') =>
  (event: RecordedAs<'ApiAccessApproved' | 'ApiAccessDenied'>, batch: Batch): Promise<void> =>
    updateOnce(batch.rows(requestsTable), event.data.requestId, event, () => ({
      status,
      note: event.data.note,
      decided_by: event.meta.actor.userId,
      decided_at: timeOf(event),
    }));

export const access: ProjectionPart = {
  tables: [anyTable(requestsTable), anyTable(grantsTable)],
  on: {
    ApiAccessRequested: (event, batch) => {
      const { requestId: id, apiId, organizationId, requestedBy, reason } = event.data;
      return insertOnce(batch.rows(requestsTable), id, {
        id,
        api_id: apiId,
        organization_id: organizationId,
        status: 'NEW',
        reason,
        note: '',
        requested_by: requestedBy,
        requested_at: timeOf(event),
        decided_by: null,
        decided_at: null,
        stream_version: event.version,
      });
    },
    ApiAccessApproved: decide('APPROVED'),
    ApiAccessDenied: decide('DENIED'),
    ApiAccessGranted: (event, batch) => {
      const { grantId: id, apiId, organizationId, requestId } = event.data;
      return insertOnce(batch.rows(grantsTable), id, {
        id,
        api_id: apiId,
        organization_id: organizationId,
        request_id: requestId,
        granted_by: event.meta.actor.userId,
        granted_at: timeOf(event),
        revoked_by: null,
        revoked_at: null,
        stream_version: event.version,
      });
    },
    ApiAccessRevoked: (event, batch) =>
      updateOnce(batch.rows(grantsTable), event.data.grantId, event, () => ({
        revoked_by: event.meta.actor.userId,
        revoked_at: timeOf(event),
      })),
  },
};
