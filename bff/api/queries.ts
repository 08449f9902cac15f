import type { Kysely } from 'kysely';
import * as z from 'zod';
import { type ApiListQuery, type ApiPage, apiListQuery, apiOwners, apiPage } from '#domain/api/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { ReadTables } from '#projections/engine/tables.ts';
import { route } from '../http/route.ts';
import { listApiOwners } from './api-owners.ts';
import { pageOfApis } from './api-page.ts';
import { apiColumns, apiRowOf } from './api-row.ts';
import { findApis } from './api-sets.ts';

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

/** Reads a page of the gallery: first the ids, then their rows, in one snapshot. */
export const readGallery = (db: Kysely<ReadTables>, actor: Actor, query: ApiListQuery): Promise<ApiPage> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const { ids, ranks, searchedFor } = await findApis(moment, actor, query);
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

export const apiQueries = [
  route({
    method: 'get',
    path: '/api/swaggers',
    action: 'api.list',
    summary: 'The gallery: APIs, nine a page, or 27',
    query: apiListQuery,
    response: apiPage,
    handle: ({ services, actor, query }) => readGallery(services.db, actor, query),
  }),
  route({
    method: 'get',
    path: '/api/swaggers/filters',
    action: 'api.list',
    summary: 'The organizations and applications that the APIs of a gallery belong to, by name',
    query: apiListQuery.pick({ my: true }),
    response: apiOwners,
    handle: ({ services, actor, query }) => listApiOwners(services.db, actor, query.my),
  }),
  route({
    method: 'get',
    path: '/api/allapis',
    action: 'api.list',
    summary: 'Id and name of every API, by name',
    response: z.array(z.object({ id: z.int(), name: z.string() })),
    handle: async ({ services }) =>
      await services.db.selectFrom('apis').select(['id', 'name']).orderBy('sort_name').orderBy('id').execute(),
  }),
];
