import { type Kysely, sql } from 'kysely';
import { lastDayOf } from '#domain/access/grant-end.ts';
import type { AccessGrantListQuery, AccessGrantPage, AccessGrantRow, AccessType } from '#domain/access/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';
import { isOfEvents, pairOnWire, productColumns, wantsEvents } from './wire.ts';

const grants = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('access_grants')
    .leftJoin('apis', 'apis.id', 'access_grants.api_id')
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
      columns
        .selectFrom('consumers')
        .whereRef('consumers.api_id', '=', 'access_grants.api_id')
        .whereRef('consumers.organization_id', '=', 'access_grants.organization_id')
        .where('consumers.state', '<>', 'removing')
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .as('keys'),
    ]);

type GrantColumns = Awaited<ReturnType<ReturnType<typeof grants>['execute']>>[number];

const grantOf = (row: GrantColumns): AccessGrantRow => ({
  id: row.id,
  ...pairOnWire(row),
  createdAt: row.granted_at.toISOString(),
  createdBy: row.giver_name,
  endsOn: row.ends_at && lastDayOf(row.ends_at),
  keys: Number(row.keys),
});

const grantOrders = {
  id: 'id',
  apiName: 'sort_name',
  organizationName: 'sort_organization',
  createdAt: 'granted_at',
  endsOn: 'ends_at',
  keys: 'keys',
} as const satisfies Record<AccessGrantListQuery['sort'], string>;

type Filters = { words: string | undefined; isEvent: boolean | undefined };

const readGrants = pageOf((db, { words, isEvent }: Given<Filters>) =>
  grants(db)
    .$if(isEvent !== undefined, (list) => list.where(sql<boolean>`(${isOfEvents}) = ${isEvent}`))
    .$if(words !== undefined, (list) =>
      list.where(sql<boolean>`(${productColumns.sortName} like ${words} or organizations.sort_name like ${words})`),
    ),
);

/** Returns a page of grants with their numbers of keys. */
export const readAccessGrants = async (
  db: Kysely<ReadTables>,
  { page, sort, order, type, search }: AccessGrantListQuery,
  size: number,
): Promise<AccessGrantPage> => {
  const wanted = { page, size, sort: grantOrders[sort], order };
  const found = await readGrants(db, { words: containing(search), isEvent: wantsEvents(type) }, wanted);
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

/** Returns a grant that is in force, or undefined. */
export const findGrant = async (db: Kysely<ReadTables>, id: number): Promise<AccessGrantRow | undefined> => {
  const row = await grants(db).where('access_grants.id', '=', id).executeTakeFirst();
  return row && grantOf(row);
};
