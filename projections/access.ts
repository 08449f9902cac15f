import type { AccessPair } from '#domain/access/access.ts';
import type { AccessRequestStatus } from '#domain/access/schema.ts';
import { erased } from '#domain/core/erased.ts';
import { integer, nullable, text, timestamptz } from './engine/column.ts';
import { eraseRows } from './engine/erase-rows.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/** What access is for: one of the two is null. */
const productColumns = { api_id: nullable(integer()), event_category_id: nullable(integer()) };

const productOf = (data: AccessPair) =>
  'apiId' in data
    ? { api_id: data.apiId, event_category_id: null }
    : { api_id: null, event_category_id: data.eventCategoryId };

/** Access requests of organizations. */
const requestsTable = table('access_requests', {
  key: ['id'],
  columns: {
    id: integer(),
    ...productColumns,
    organization_id: integer(),
    status: text<AccessRequestStatus>(),
    reason: text(),
    /** The reviewer's note. */
    note: text(),
    requested_by: integer(),
    requested_at: timestamptz(),
    decided_by: nullable(integer()),
    decided_at: nullable(timestamptz()),
    stream_version: integer(),
  },
  generated: { folded_reason: 'fold_text(reason)' },
  lookups: ['requested_by'],
  indexes: [
    '(api_id, organization_id, id)',
    '(event_category_id, organization_id, id)',
    '(organization_id)',
    '(status, id)',
    '(requested_at, id)',
    '(requested_by, requested_at)',
  ],
  prefetch: { id: byField('requestId') },
});

/** Colleagues of the requester who asked for the same while the request waited. */
const joinsTable = table('access_request_joins', {
  key: ['request_id', 'user_id'],
  columns: {
    request_id: integer(),
    user_id: integer(),
    reason: text(),
    joined_at: timestamptz(),
  },
  lookups: ['user_id'],
  indexes: ['(user_id, joined_at)'],
});

/** Which organization may call which API, or has which event category. Each pair has at most one grant in force. */
const grantsTable = table('access_grants', {
  key: ['id'],
  columns: {
    id: integer(),
    ...productColumns,
    organization_id: integer(),
    request_id: nullable(integer()),
    granted_by: integer(),
    granted_at: timestamptz(),
    /** When the grant ends by itself. Null: it has no end. */
    ends_at: nullable(timestamptz()),
    /** The last warning about this end, in days before it. Null: none yet. */
    told_days: nullable(integer()),
    revoked_by: nullable(integer()),
    revoked_at: nullable(timestamptz()),
    stream_version: integer(),
  },
  indexes: [
    '(organization_id, api_id) where revoked_at is null',
    '(organization_id, event_category_id) where revoked_at is null',
    '(api_id)',
    '(event_category_id)',
    '(granted_at, id)',
    '(ends_at) where revoked_at is null',
  ],
  prefetch: { id: byField('grantId') },
});

const ask = (event: RecordedAs<'ApiAccessRequested' | 'EventAccessRequested'>, batch: Batch): Promise<void> => {
  const { requestId: id, organizationId, requestedBy, reason } = event.data;
  return insertOnce(batch.rows(requestsTable), id, {
    id,
    ...productOf(event.data),
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
};

const join = (event: RecordedAs<'ApiAccessRequestJoined' | 'EventAccessRequestJoined'>, batch: Batch): void => {
  const { requestId: request_id, requestedBy: user_id, reason } = event.data;
  batch.rows(joinsTable).put({ request_id, user_id, reason, joined_at: timeOf(event) });
};

type Decided = RecordedAs<'ApiAccessApproved' | 'ApiAccessDenied' | 'EventAccessApproved' | 'EventAccessDenied'>;

const decide =
  (status: 'APPROVED' | 'DENIED') =>
  (event: Decided, batch: Batch): Promise<void> =>
    updateOnce(batch.rows(requestsTable), event.data.requestId, event, () => ({
      status,
      note: event.data.note,
      decided_by: event.meta.actor.userId,
      decided_at: timeOf(event),
    }));

const grant = (event: RecordedAs<'ApiAccessGranted' | 'EventAccessGranted'>, batch: Batch): Promise<void> => {
  const { grantId: id, organizationId, requestId, endsAt } = event.data;
  return insertOnce(batch.rows(grantsTable), id, {
    id,
    ...productOf(event.data),
    organization_id: organizationId,
    request_id: requestId,
    granted_by: event.meta.actor.userId,
    granted_at: timeOf(event),
    ends_at: endsAt === undefined ? null : new Date(endsAt),
    told_days: null,
    revoked_by: null,
    revoked_at: null,
    stream_version: event.version,
  });
};

const changeEnd = (event: RecordedAs<'ApiAccessEndChanged' | 'EventAccessEndChanged'>, batch: Batch): Promise<void> =>
  updateOnce(batch.rows(grantsTable), event.data.grantId, event, () => ({
    ends_at: event.data.to === null ? null : new Date(event.data.to),
    told_days: null,
  }));

const warn = (event: RecordedAs<'ApiAccessEnding' | 'EventAccessEnding'>, batch: Batch): Promise<void> =>
  updateOnce(batch.rows(grantsTable), event.data.grantId, event, () => ({ told_days: event.data.days }));

const revoke = (event: RecordedAs<'ApiAccessRevoked' | 'EventAccessRevoked'>, batch: Batch): Promise<void> =>
  updateOnce(batch.rows(grantsTable), event.data.grantId, event, () => ({
    revoked_by: event.meta.actor.userId,
    revoked_at: timeOf(event),
  }));

/** Access to APIs and to event categories in the same tables: ids of requests and grants are of one sequence each. */
export const access = {
  tables: [requestsTable, joinsTable, grantsTable],
  on: {
    ApiAccessRequested: ask,
    EventAccessRequested: ask,
    ApiAccessRequestJoined: join,
    EventAccessRequestJoined: join,
    UserErased: async ({ data }, batch) => {
      await eraseRows(batch.rows(requestsTable), 'requested_by', data.userId, ({ status }) => ({
        reason: erased,
        note: status === 'NEW' ? '' : erased,
      }));
      await eraseRows(batch.rows(joinsTable), 'user_id', data.userId, () => ({ reason: erased }));
    },
    ApiAccessApproved: decide('APPROVED'),
    EventAccessApproved: decide('APPROVED'),
    ApiAccessDenied: decide('DENIED'),
    EventAccessDenied: decide('DENIED'),
    ApiAccessGranted: grant,
    EventAccessGranted: grant,
    ApiAccessEndChanged: changeEnd,
    EventAccessEndChanged: changeEnd,
    ApiAccessEnding: warn,
    EventAccessEnding: warn,
    ApiAccessRevoked: revoke,
    EventAccessRevoked: revoke,
  },
} satisfies ProjectionPart;
