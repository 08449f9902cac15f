import type { Kysely } from 'kysely';
import type { ApiListQuery, ApiPage } from '#domain/api/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { type Given, plannedAnew } from '../sql/statement.ts';
import { type ApiFilters, apiFiltersOf, filteredApis } from './api-filters.ts';
import { nearness, readMatches, type Search, searchOf, withoutTypos, withWords } from './api-search.ts';
import { apiColumns, apiRowOf } from './shared/row.ts';

const sortColumns = {
  id: 'id',
  name: 'sort_name',
  version: 'version',
  appname: 'sort_application',
  orgname: 'sort_organization',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<ApiListQuery['sort'], string>;

const columns = [...apiColumns, 'sort_name', 'sort_application', 'sort_organization', 'created_at'] as const;

const readAll = pageOf((db, filters: Given<ApiFilters>) => filteredApis(db, filters).select(columns));

const readFound = (db: Kysely<ReadTables>, filters: ApiFilters, searched: Search, query: ApiListQuery) => {
  const { page, size, sort, order } = query;
  // The gallery's default sort is by name. A search then shows the best matches first.
  const isRanked = sort === 'name' && order === 'asc';
  const read = pageOf(
    (apis, { words, ...given }: Given<ApiFilters & { words?: boolean }>) =>
      (words === undefined ? filteredApis(apis, given) : withWords(filteredApis(apis, given), searched))
        .select(columns)
        .$if(isRanked, (list) => list.select(nearness(searched).as('nearness'))),
    { planned: plannedAnew },
  );
  return read(db, { ...filters, words: true }, { page, size, sort: isRanked ? 'nearness' : sortColumns[sort], order });
};

/** Searches again without typos if nothing is found. */
const search = async (db: Kysely<ReadTables>, filters: ApiFilters, query: ApiListQuery): Promise<ApiPage> => {
  const wanted = searchOf(query.name);
  const { page } = query;
  // What has neither letters nor digits is in no text: `%` is found nowhere, not everywhere.
  if (wanted.terms.length === 0) return { apis: [], total: 0, page, searchedFor: null, matches: [] };
  const found = await readFound(db, filters, wanted, query);
  const corrected = found.total === 0 ? await withoutTypos(db, wanted.terms) : undefined;
  const searched = corrected ? { ...wanted, terms: corrected } : wanted;
  const { rows, total } = corrected ? await readFound(db, filters, searched, query) : found;
  const matches = await readMatches(
    db,
    rows.map(({ id }) => id),
    searched,
  );
  const searchedFor = corrected?.map(({ word }) => word).join(' ') ?? null;
  return { apis: rows.map(apiRowOf), total, page, searchedFor, matches };
};

/** Reads a page of the gallery. */
export const readGallery = async (db: Kysely<ReadTables>, actor: Actor, query: ApiListQuery): Promise<ApiPage> => {
  const filters = apiFiltersOf(actor, query);
  if (query.name !== '') return await search(db, filters, query);
  const { page, size, order } = query;
  const { rows, total } = await readAll(db, filters, { page, size, sort: sortColumns[query.sort], order });
  return { apis: rows.map(apiRowOf), total, page, searchedFor: null, matches: [] };
};
