import type { Kysely } from 'kysely';
import { type IdSet, idSetOfIds } from '#domain/api/id-set.ts';
import type { ApiListQuery, ApiPage } from '#domain/api/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { type Given, statement } from '../sql/statement.ts';
import { type ApiFilters, apiFiltersOf, filteredApis } from './api-filters.ts';
import { pageOfApis } from './api-page.ts';
import { apiColumns, apiRowOf } from './api-row.ts';
import { allApis, searchApis } from './api-sets.ts';

/** The column for each sort field. */
const sortColumns = {
  id: 'id',
  name: 'sort_name',
  version: 'version',
  appname: 'sort_application',
  orgname: 'sort_organization',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<ApiListQuery['sort'], string>;

const readPage = pageOf((db, filters: Given<ApiFilters>) =>
  filteredApis(db, filters).select([...apiColumns, 'sort_name', 'sort_application', 'sort_organization', 'created_at']),
);

const readIds = statement((db, filters: Given<ApiFilters>, _choices: Readonly<Record<string, never>>) =>
  filteredApis(db, filters).select('id'),
);

const readSet = async (db: Kysely<ReadTables>, filters: ApiFilters): Promise<IdSet> =>
  Object.values(filters).every((filter) => filter === undefined)
    ? await allApis(db)
    : idSetOfIds((await readIds(db, filters, {})).map(({ id }) => id));

/** Reads a page of what a search finds: first the ids, then their rows, in one snapshot. */
const readFound = (db: Kysely<ReadTables>, filters: ApiFilters, query: ApiListQuery): Promise<ApiPage> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const { ids, ranks, searchedFor } = await searchApis(moment, query.name, await readSet(moment, filters));
      // The gallery's default sort is by name. A search then shows the best matches first.
      const isRanked = query.sort === 'name' && query.order === 'asc';
      const found = await pageOfApis(moment, isRanked ? ranks : [ids], {
        page: query.page,
        size: query.size,
        sort: sortColumns[query.sort],
        order: query.order,
      });
      const rows =
        found.ids.length === 0
          ? []
          : await moment.selectFrom('apis').select(apiColumns).where('id', 'in', found.ids).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return {
        apis: found.ids.flatMap((id) => byId.get(id) ?? []).map(apiRowOf),
        total: found.total,
        page: query.page,
        searchedFor,
      };
    });

/** Reads a page of the gallery. Without words it is a list like any other. */
export const readGallery = async (db: Kysely<ReadTables>, actor: Actor, query: ApiListQuery): Promise<ApiPage> => {
  const filters = apiFiltersOf(actor, query);
  if (query.name !== '') return await readFound(db, filters, query);
  const { page, size, order } = query;
  const { rows, total } = await readPage(db, filters, { page, size, sort: sortColumns[query.sort], order });
  return { apis: rows.map(apiRowOf), total, page, searchedFor: null };
};
