import { type Kysely, sql } from 'kysely';
import type { AccessPair } from '#domain/access/access.ts';
import type {
  AccessRequestFilter,
  AccessRequestListQuery,
  AccessRequestPage,
  AccessRequestRow,
} from '#domain/access/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';
import { resourceOf } from './who-decides.ts';
import { isOfEvents, pairOnWire, productColumns, wantsEvents } from './wire.ts';

const requests = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('access_requests')
    .leftJoin('apis', 'apis.id', 'access_requests.api_id')
    .leftJoin('applications', 'applications.id', 'apis.application_id')
    .leftJoin('event_categories', 'event_categories.id', 'access_requests.event_category_id')
    .innerJoin('organizations', 'organizations.id', 'access_requests.organization_id')
    .leftJoin('users as requester', 'requester.id', 'access_requests.requested_by')
    .leftJoin('users as decider', 'decider.id', 'access_requests.decided_by')
    .where(productColumns.exists)
    .selectAll('access_requests')
    .select([
      productColumns.name.as('api_name'),
      productColumns.sortName.as('sort_name'),
      productColumns.organizationName.as('api_organization_name'),
      'organizations.name as organization_name',
      'organizations.sort_name as sort_organization',
      'requester.firstname',
      'requester.lastname',
      'requester.email',
      'requester.sort_lastname',
      fullName('decider').as('decider_name'),
      'apis.application_id',
      sql<boolean>`coalesce(applications.maintainers_decide, false)`.as('maintainers_decide'),
    ]);

type RequestColumns = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number];

const requestOf = (row: RequestColumns): AccessRequestRow => ({
  id: row.id,
  ...pairOnWire(row),
  createdBy: row.requested_by,
  firstname: row.firstname ?? '',
  lastname: row.lastname ?? '',
  createdAt: row.requested_at.toISOString(),
  reason: row.reason,
  status: row.status,
  approved: row.status === 'APPROVED',
  denied: row.status === 'DENIED',
  note: row.note,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_at && row.decider_name,
});

const requestOrders = {
  id: 'id',
  apiName: 'sort_name',
  organizationName: 'sort_organization',
  createdAt: 'requested_at',
  lastname: 'sort_lastname',
  status: 'status',
} as const satisfies Record<AccessRequestListQuery['sort'], string>;

type Filters = Pick<AccessRequestFilter, 'status' | 'apiId' | 'organizationId'> & {
  id: number | undefined;
  eventCategoryId: number | undefined;
  isEvent: boolean | undefined;
  words: string | undefined;
  apps: number[] | undefined;
};

const readRequests = pageOf(
  (db, { id, status, apiId, eventCategoryId, isEvent, organizationId, words, apps }: Given<Filters>) =>
    requests(db)
      .$if(apps !== undefined, (list) => list.where(sql<boolean>`apis.application_id = any(${apps}::integer[])`))
      .$if(id !== undefined, (list) => list.where(sql<boolean>`access_requests.id = ${id}`))
      .$if(status !== undefined, (list) =>
        list.where('access_requests.status', '=', status as NonNullable<typeof status>),
      )
      .$if(apiId !== undefined, (list) => list.where(sql<boolean>`access_requests.api_id = ${apiId}`))
      .$if(eventCategoryId !== undefined, (list) =>
        list.where(sql<boolean>`access_requests.event_category_id = ${eventCategoryId}`),
      )
      .$if(isEvent !== undefined, (list) => list.where(sql<boolean>`(${isOfEvents}) = ${isEvent}`))
      .$if(organizationId !== undefined, (list) =>
        list.where('access_requests.organization_id', '=', organizationId as NonNullable<typeof organizationId>),
      )
      .$if(words !== undefined, (list) =>
        list.where(
          sql<boolean>`(${productColumns.sortName} like ${words} or organizations.sort_name like ${words}
          or requester.sort_firstname || ' ' || requester.sort_lastname like ${words}
          or access_requests.folded_reason like ${words})`,
        ),
      ),
);

/** Returns a page of access requests for those who decide. @param apps only those about APIs of these applications. */
export const readAccessRequests = async (
  db: Kysely<ReadTables>,
  {
    page,
    sort,
    order,
    type,
    status,
    search,
    apiId,
    organizationId,
    id,
  }: AccessRequestFilter & { id?: number | undefined },
  size: number,
  apps: number[] | undefined,
): Promise<AccessRequestPage> => {
  const product =
    type === 'event' ? { apiId: undefined, eventCategoryId: apiId } : { apiId, eventCategoryId: undefined };
  const isEvent = apiId === undefined ? wantsEvents(type) : undefined;
  const filters = { id, status, ...product, isEvent, organizationId, words: containing(search), apps };
  const found = await readRequests(db, filters, { page, size, sort: requestOrders[sort], order });
  return {
    requests: found.rows.map((row) => ({ ...requestOf(row), email: row.email ?? '' })),
    total: found.total,
    page,
  };
};

/** Returns a request with its resource for the authorization table, or undefined. */
export const findAccessRequest = async (db: Kysely<ReadTables>, id: number) => {
  const row = await requests(db).where('access_requests.id', '=', id).executeTakeFirst();
  return row && { ...requestOf(row), resource: resourceOf(row) };
};

/** Returns an organization's newest request for an API or event category, or undefined. */
export const findLastRequest = async (
  db: Kysely<ReadTables>,
  pair: AccessPair,
): Promise<AccessRequestRow | undefined> => {
  const row = await requests(db)
    .where((columns) =>
      'apiId' in pair
        ? columns.eb('access_requests.api_id', '=', pair.apiId)
        : columns.eb('access_requests.event_category_id', '=', pair.eventCategoryId),
    )
    .where('access_requests.organization_id', '=', pair.organizationId)
    .orderBy('access_requests.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && requestOf(row);
};
