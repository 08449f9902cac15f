import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { effectOf } from '#domain/drift/effect.ts';
import { countUnreadNotices, listNotices } from '#domain/notice/calls.ts';
import { type NoticeRow, noticePageSize, type Outage, unreadLimit } from '#domain/notice/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { growingPageOf } from '../http/page.ts';
import { authorize, route } from '../http/route.ts';
import { eventCategoryColumns, eventCategoryOf } from '../sql/event-category-of.ts';
import { fullName } from '../sql/full-name.ts';
import { keyLabelFor } from '../sql/key-label-for.ts';
import { type Given, statement } from '../sql/statement.ts';

/** A reader and the time. Organization and applications are absent for a reader who may see every notice. */
type Reader = { userId: number; now: Date; organizationId?: number | undefined; ownerApps?: number[] | undefined };

/** Users who may list all keys may see everything that notices are about. */
export const readerOf = ({ userId, organizationId, ownerApps, ...actor }: Actor, now: Date): Reader => ({
  userId,
  now,
  ...(!may({ userId, organizationId, ownerApps, ...actor }, 'consumer.list') && {
    organizationId,
    ownerApps: [...ownerApps],
  }),
});

/**
 * Returns a user's notices up to now. Notices about another organization's things went to administrators and maintainers;
 * they are shown only as long as the user has that role.
 */
export const noticesOf = (db: Kysely<ReadTables>, { userId, now, organizationId, ownerApps }: Given<Reader>) =>
  db
    .selectFrom('notices')
    .leftJoin('apis', 'apis.id', 'notices.api_id')
    .leftJoin('notice_reads', (join) =>
      join.onRef('notice_reads.user_id', '=', 'notices.user_id').onRef('notice_reads.notice_id', '=', 'notices.id'),
    )
    .where('notices.user_id', '=', userId)
    .where('notices.at', '<=', now)
    .$if(organizationId !== undefined, (list) =>
      list.where(
        sql<boolean>`(notices.organization_id = ${organizationId} or apis.application_id = any(${ownerApps}))`,
      ),
    );

const named = (db: Kysely<ReadTables>, reader: Given<Reader>) =>
  noticesOf(db, reader)
    // The history has the names of deleted APIs.
    .leftJoin('history_apis', 'history_apis.id', 'notices.api_id')
    .leftJoin('operations', 'operations.id', 'notices.operation_id')
    .leftJoin('access_requests', 'access_requests.id', 'notices.request_id')
    .leftJoin('approvals', 'approvals.id', 'notices.approval_id')
    .leftJoin('issues', 'issues.id', 'notices.issue_id')
    .leftJoin('organizations as named', 'named.id', 'notices.named_organization_id')
    .leftJoin('users as doer', 'doer.id', 'notices.by_user_id')
    .selectAll('notices')
    .select(({ ref }) => [
      ...eventCategoryColumns(ref('notices.event_category_id')),
      'notice_reads.read_at',
      'history_apis.name as api_name',
      'history_apis.deleted as api_deleted',
      'operations.kind as operation_kind',
      'operations.subject as operation_subject',
      'operations.state as operation_state',
      'operations.problems as operation_problems',
      sql<string | null>`coalesce(access_requests.note, approvals.note)`.as('note'),
      'issues.title as issue_title',
      'named.name as organization_name',
      keyLabelFor('notices.key_id', reader).as('key_label'),
      fullName('doer').as('by'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number];

const operationOf = (row: Row): NoticeRow['operation'] => {
  if (row.operation_id === null || row.operation_kind === null || row.operation_state === null) return null;
  return {
    id: row.operation_id,
    kind: row.operation_kind,
    subject: row.operation_subject ?? '',
    state: row.operation_state,
    problems: [...(row.operation_problems ?? [])],
  };
};

const rowOf = (row: Row): NoticeRow => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  read: row.read_at !== null,
  api: row.api_id === null ? null : { id: row.api_id, name: row.api_name ?? '', deleted: row.api_deleted ?? true },
  eventCategory: eventCategoryOf(row),
  subject: row.organization_name ?? row.subject,
  environment: row.environment,
  endsAt: row.ends_at?.toISOString() ?? null,
  note: row.note ?? '',
  object: row.object,
  effect: row.object_kind && effectOf(row.object_kind, row.object, row.key_id !== null),
  key: row.key_label,
  others: row.others,
  keys: row.keys,
  by: row.by ?? '',
  operation: operationOf(row),
  issue: row.issue_id === null ? null : { id: row.issue_id, title: row.issue_title ?? '' },
  gatewayId: row.gateway_id,
  approvalId: row.approval_id,
  roundId: row.round_id,
});

const pageOfNotices = growingPageOf((db, { unread, ...reader }: Given<Reader & { unread: true | undefined }>) =>
  named(db, reader).$if(unread !== undefined, (all) => all.where('notice_reads.read_at', 'is', null)),
);

/** The gateways and brokers that do not respond: the workers keep them in a table of their own. */
const outages = sql<readonly Outage[]>`(
  select coalesce(json_agg(json_build_object(
    'gateway', coalesce(resources.name, away.resource), 'since', away.since,
    'waiting', (select count(*) from waiting_operations waiting where waiting.resource = away.resource)
  ) order by away.since), '[]')
  from gateway_outages away left join resources
    on case resources.type when 'KAFKA' then 'kafka-' else 'gateway-' end || resources.id = away.resource)`;

const countUnread = statement((db, reader: Given<Reader>, { sees }: Readonly<{ sees: boolean }>) =>
  db
    .selectFrom(
      noticesOf(db, reader)
        .where('notice_reads.read_at', 'is', null)
        .select('notices.id')
        .limit(unreadLimit)
        .as('unread'),
    )
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .select((sees ? outages : sql<readonly Outage[]>`'[]'::json`).as('outages')),
);

export const noticeQueries = [
  route(listNotices, {
    action: 'notice.list',
    summary: 'What one is told: something of one’s own was decided, ended or failed; newest first',
    handle: async ({ services, actor, query: { unread, ...query } }) => {
      authorize(actor, 'notice.list', { userId: actor.userId });
      const request = { ...query, size: noticePageSize, filled: ['at' as const] };
      const { rows, ...place } = await pageOfNotices(
        services.db,
        { ...readerOf(actor, services.now()), unread: unread || undefined },
        request,
      );
      return { notices: rows.map(rowOf), ...place };
    },
  }),
  route(countUnreadNotices, {
    action: 'notice.list',
    summary: `How many notices have not been read (${unreadLimit} stands for more), and which gateways do not respond`,
    handle: async ({ services, actor }) => {
      authorize(actor, 'notice.list', { userId: actor.userId });
      const sees = may(actor, 'resource.outages');
      const [found] = await countUnread(services.db, readerOf(actor, services.now()), { sees });
      const shown = (found?.outages ?? []).map((each) => ({ ...each, since: new Date(each.since).toISOString() }));
      return { unread: Number(found?.count), outages: shown };
    },
  }),
];
