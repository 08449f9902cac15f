import { type Expression, type Kysely, sql } from 'kysely';
import type { OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import { listOwnRequests } from '#domain/own-request/calls.ts';
import {
  type OwnRequestKind,
  type OwnRequestListQuery,
  type OwnRequestRow,
  type OwnRequestState,
  ownRequestPageSize,
} from '#domain/own-request/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { growingPageOf } from '../http/page.ts';
import { authorize, route } from '../http/route.ts';
import { eventCategoryColumns, eventCategoryOf } from '../sql/event-category-of.ts';
import type { Given } from '../sql/statement.ts';

type Columns = {
  id: string;
  kind: OwnRequestKind;
  state: OwnRequestState;
  operation_id: string | null;
  operation_kind: OperationKind | null;
  api_id: number | null;
  event_category_id: number | null;
  subject: string;
  note: string;
  requested_at: Date;
  changed_at: Date;
};

type Requester = Readonly<{ userId: Expression<number>; organizationId: Expression<number> }>;

/**
 * All requests of one person, made in the organization in which they are now: what a company was answered stays with it
 * (docs/decisions/0066-rights-end-with-the-organization.md). Each part uses an index on the requester.
 */
const requestsOf = ({ userId, organizationId }: Requester) => sql<Columns>`(
  select 'access-' || r.id as id, 'access' as kind,
    case when g.revoked_at is not null then 'revoked' when r.status = 'NEW' then 'waiting' else lower(r.status) end as state,
    null::uuid as operation_id, null as operation_kind, r.api_id, r.event_category_id, '' as subject, r.note,
    r.requested_at, coalesce(g.revoked_at, r.decided_at, r.requested_at) as changed_at
  from access_requests r left join access_grants g on g.request_id = r.id
  where r.id in (
      select id from access_requests where requested_by = ${userId}
      union all select request_id from access_request_joins where user_id = ${userId})
    and r.organization_id = ${organizationId}
  union all
  select 'issue-' || id, 'issue', state, null, null, null, null, title, '', reported_at, coalesce(closed_at, reported_at)
  from issues where reporter_id = ${userId}
  union all
  select 'operation-' || id, 'operation',
    case state when 'completed' then 'done' when 'failed' then 'failed' when 'superseded' then 'replaced' when 'cancelling' then 'cancelled' when 'cancelled' then 'cancelled' else 'running' end,
    id, kind, api_id, null, subject, '', requested_at, updated_at
  from operations where requested_by = ${userId} and organization_id = ${organizationId}
)`;

const orders = {
  requestedAt: 'requested_at',
  changedAt: 'changed_at',
} as const satisfies Record<OwnRequestListQuery['sort'], keyof Columns>;

type Filters = { userId: number; organizationId: number; kind: OwnRequestKind | undefined };

const ownRequests = (db: Kysely<ReadTables>, { kind, ...requester }: Given<Filters>) =>
  db
    .selectFrom(requestsOf(requester).as('mine'))
    .leftJoin('history_apis', 'history_apis.id', 'mine.api_id')
    .selectAll('mine')
    .select(({ ref }) => [
      'history_apis.name as api_name',
      'history_apis.deleted as api_deleted',
      ...eventCategoryColumns(ref('mine.event_category_id')),
    ])
    .$if(kind !== undefined, (list) => list.where('mine.kind', '=', kind as NonNullable<typeof kind>));

type Row = Awaited<ReturnType<ReturnType<typeof ownRequests>['execute']>>[number];

const readOwnRequests = growingPageOf(ownRequests);

const rowOf = (row: Row): OwnRequestRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  operation:
    row.operation_id === null || row.operation_kind === null
      ? null
      : { id: row.operation_id, kind: row.operation_kind },
  api: row.api_id === null ? null : { id: row.api_id, name: row.api_name ?? '', deleted: row.api_deleted ?? true },
  eventCategory: eventCategoryOf(row),
  subject: row.subject,
  note: row.note,
  requestedAt: row.requested_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
});

export const ownRequestRoutes = [
  route(listOwnRequests, {
    action: 'own-request.list',
    summary: 'What one has asked for oneself, and what became of it, newest first',
    handle: async ({ services, actor, query: { sort, kind, ...query } }) => {
      const { userId, organizationId } = actor;
      authorize(actor, 'own-request.list', { userId });
      const request = { ...query, size: ownRequestPageSize, sort: orders[sort] };
      const { rows, ...place } = await readOwnRequests(services.db, { userId, organizationId, kind }, request);
      return { requests: rows.map(rowOf), ...place };
    },
  }),
];
