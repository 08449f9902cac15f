import { type Kysely, sql } from 'kysely';
import {
  type AccessGrantListQuery,
  type AccessGrantPage,
  type AccessGrantRow,
  type AccessType,
  unusedDays,
} from '#domain/access/schema.ts';
import { lastDayOf } from '#domain/core/last-day.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';
import { resourceOf } from './who-decides.ts';
import { isOfEvents, pairOnWire, productColumns, wantsEvents } from './wire.ts';

/** When a key of the grant's organization for its API was used last, with any of its credentials. */
const lastUse = sql<Date | null>`(
  select max(use.last_used_at) from consumers key join credential_uses use on use.consumer_id = key.id
  where key.api_id = access_grants.api_id and key.organization_id = access_grants.organization_id)`;

const grants = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('access_grants')
    .leftJoin('apis', 'apis.id', 'access_grants.api_id')
    .leftJoin('applications', 'applications.id', 'apis.application_id')
    .leftJoin('event_categories', 'event_categories.id', 'access_grants.event_category_id')
    .innerJoin('organizations', 'organizations.id', 'access_grants.organization_id')
    .leftJoin('users as giver', 'giver.id', 'access_grants.granted_by')
    .where('access_grants.revoked_at', 'is', null)
    .where(productColumns.exists)
    .selectAll('access_grants')
    .select((columns) => [
      productColumns.name.as('api_name'),
      productColumns.sortName.as('sort_name'),
      productColumns.organizationName.as('api_organization_name'),
      'organizations.name as organization_name',
      'organizations.sort_name as sort_organization',
      fullName('giver').as('giver_name'),
      'apis.application_id',
      sql<boolean>`coalesce(applications.maintainers_decide, false)`.as('maintainers_decide'),
      columns
        .selectFrom('consumers')
        .whereRef('consumers.api_id', '=', 'access_grants.api_id')
        .whereRef('consumers.organization_id', '=', 'access_grants.organization_id')
        .where('consumers.state', '<>', 'removing')
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .as('keys'),
      lastUse.as('last_used_at'),
      // What was never used sorts as the oldest.
      sql<Date>`coalesce(${lastUse}, '-infinity')`.as('sort_used'),
    ]);

type GrantColumns = Awaited<ReturnType<ReturnType<typeof grants>['execute']>>[number];

const grantOf = (row: GrantColumns): AccessGrantRow => ({
  id: row.id,
  ...pairOnWire(row),
  createdAt: row.granted_at.toISOString(),
  createdBy: row.giver_name,
  endsOn: row.ends_at && lastDayOf(row.ends_at),
  keys: Number(row.keys),
  lastUsed: row.last_used_at?.toISOString() ?? null,
});

const grantOrders = {
  id: 'id',
  apiName: 'sort_name',
  organizationName: 'sort_organization',
  createdAt: 'granted_at',
  endsOn: 'ends_at',
  keys: 'keys',
  lastUsed: 'sort_used',
} as const satisfies Record<AccessGrantListQuery['sort'], string>;

/** @property unusedSince selects access that was given before, and with which nobody called since. */
type Filters = {
  words: string | undefined;
  isEvent: boolean | undefined;
  unusedSince: Date | undefined;
  apps: number[] | undefined;
};

const readGrants = pageOf((db, { words, isEvent, unusedSince, apps }: Given<Filters>) =>
  grants(db)
    .$if(apps !== undefined, (list) => list.where(sql<boolean>`apis.application_id = any(${apps}::integer[])`))
    .$if(isEvent !== undefined, (list) => list.where(sql<boolean>`(${isOfEvents}) = ${isEvent}`))
    .$if(unusedSince !== undefined, (list) =>
      list.where(
        sql<boolean>`access_grants.api_id is not null and access_grants.granted_at < ${unusedSince}
          and coalesce(${lastUse}, '-infinity') < ${unusedSince}`,
      ),
    )
    .$if(words !== undefined, (list) =>
      list.where(sql<boolean>`(${productColumns.sortName} like ${words} or organizations.sort_name like ${words})`),
    ),
);

/** Returns a page of grants with their numbers of keys and their last use. @param apps only those to APIs of these applications. */
export const readAccessGrants = async (
  db: Kysely<ReadTables>,
  { page, sort, order, type, search, use }: AccessGrantListQuery,
  size: number,
  now: Date,
  apps: number[] | undefined,
): Promise<AccessGrantPage> => {
  const wanted = { page, size, sort: grantOrders[sort], order };
  const unusedSince = use && new Date(now.getTime() - unusedDays * 86_400_000);
  const filters = { words: containing(search), isEvent: wantsEvents(type), unusedSince, apps };
  const found = await readGrants(db, filters, wanted);
  return { grants: found.rows.map(grantOf), total: found.total, page };
};

/** Returns all grants of an organization, or those of one type, sorted by the name of the API or event category. */
export const listGrantsOf = async (
  db: Kysely<ReadTables>,
  organizationId: number,
  type?: AccessType,
): Promise<AccessGrantRow[]> => {
  const rows = await grants(db)
    .where('access_grants.organization_id', '=', organizationId)
    .$if(type !== undefined, (list) => list.where(sql<boolean>`(${isOfEvents}) = ${type === 'event'}`))
    .orderBy('sort_name')
    .orderBy('access_grants.id')
    .execute();
  return rows.map(grantOf);
};

/** Returns a grant that is in force with its resource for the authorization table, or undefined. */
export const findGrant = async (db: Kysely<ReadTables>, id: number) => {
  const row = await grants(db).where('access_grants.id', '=', id).executeTakeFirst();
  return row && { ...grantOf(row), resource: resourceOf(row) };
};
