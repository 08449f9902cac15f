import * as z from 'zod/mini';
import { apiListQuery, apiOwners, apiPage } from '#domain/api/schema.ts';
import { route } from '../http/route.ts';
import { listApiOwners } from './api-owners.ts';
import { readGallery } from './gallery.ts';

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
    query: z.pick(apiListQuery, { my: true }),
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
