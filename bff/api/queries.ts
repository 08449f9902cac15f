import { listApiOwners, listApis } from '#domain/api/calls.ts';
import { listApiOptions } from '#domain/api/option-calls.ts';
import { route } from '../http/route.ts';
import { readApiOwners } from './api-owners.ts';
import { readGallery } from './gallery.ts';

export const apiQueries = [
  route(listApis, {
    action: 'api.list',
    summary: 'The gallery: APIs, nine a page, or 27',
    handle: ({ services, actor, query }) => readGallery(services.db, actor, query),
  }),
  route(listApiOwners, {
    action: 'api.list',
    summary: 'The organizations and applications that the APIs of a gallery belong to, by name',
    handle: ({ services, actor, query }) => readApiOwners(services.db, actor, query.my),
  }),
  route(listApiOptions, {
    action: 'api.list',
    summary: 'Id and name of every API, by name, with what tells APIs of one name apart',
    handle: async ({ services }) =>
      await services.db
        .selectFrom('apis')
        .select(['id', 'name', 'organization_name as orgname', 'version'])
        .orderBy('sort_name')
        .orderBy('id')
        .execute(),
  }),
];
