import type { Kysely } from 'kysely';
import * as z from 'zod';
import { plainText } from '#domain/api/plain-text.ts';
import {
  type ApiListQuery,
  type ApiPage,
  type ApiRow,
  apiDetail,
  apiListQuery,
  apiOwners,
  apiPage,
} from '#domain/api/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { idParameter } from '#domain/core/id.ts';
import { missing, RefusedError, refuse } from '#domain/core/problem.ts';
import { deploymentRow } from '#domain/deployment/row.ts';
import type { ReadTables } from '#projections/engine/tables.ts';
import { hasAccess } from '../access/access.ts';
import { listDeployments } from '../deployment/queries.ts';
import { route } from '../http/route.ts';
import { listApiOwners } from './api-owners.ts';
import { pageOfApis } from './api-page.ts';
import { findApis } from './api-sets.ts';

const columns = [
  'id',
  'name',
  'application_name',
  'organization_name',
  'source_repo',
  'version',
  'description',
  'application_id',
  'business_area_id',
  'organization_id',
  'revision',
  'operations',
  'spec_format',
  'environments',
  'state',
  'updated_at',
] as const;

type Columns = Pick<ReadTables['apis'], (typeof columns)[number]>;

const rowOf = (row: Columns): ApiRow => ({
  id: row.id,
  name: row.name,
  appname: row.application_name,
  orgname: row.organization_name,
  sourceRepo: row.source_repo,
  version: row.version,
  description: row.description,
  summary: plainText(row.description),
  bizappId: row.application_id,
  businessAreaId: row.business_area_id,
  organizationId: row.organization_id,
  revision: row.revision,
  operations: row.operations,
  format: row.spec_format,
  environments: row.environments,
  state: row.state,
  updatedAt: row.updated_at.toISOString(),
});

/** By which column a list is sorted when the caller names a field. */
const sortColumns = {
  id: 'id',
  name: 'sort_name',
  version: 'version',
  appname: 'sort_application',
  orgname: 'sort_organization',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<ApiListQuery['sort'], string>;

/** A page of the gallery: the APIs first, by id, then their rows; all as of one moment. */
export const readGallery = (db: Kysely<ReadTables>, actor: Actor, query: ApiListQuery): Promise<ApiPage> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const { ids, ranks, searchedFor } = await findApis(moment, actor, query);
      // By name, which is how a gallery begins, what is meant most likely comes first.
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
          : await moment.selectFrom('apis').select(columns).where('id', 'in', found.ids).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return {
        apis: found.ids.flatMap((id) => byId.get(id) ?? []).map(rowOf),
        total: found.total,
        page: query.page,
        searchedFor,
      };
    });

/** The details of an API and where it belongs, as commands need them; undefined when there is none. */
export const findApi = async (db: Kysely<ReadTables>, id: number): Promise<ApiRow | undefined> => {
  const row = await db.selectFrom('apis').select(columns).where('id', '=', id).executeTakeFirst();
  return row && rowOf(row);
};

/** From the request on an API can only go, and what is its with it. @throws RefusedError `api.deleting` (409). */
export const refuseDeleting = (state: ApiRow['state']): void => {
  if (state === 'deleting') throw new RefusedError(refuse('conflict', { code: 'api.deleting' }));
};

const parameters = z.object({ id: idParameter });

export const apiQueries = [
  route({
    method: 'get',
    path: '/api/swaggers',
    action: 'api.list',
    summary: 'The gallery: APIs, nine a page, or 27',
    query: apiListQuery,
    answer: apiPage,
    handle: ({ services, actor, query }) => readGallery(services.db, actor, query),
  }),
  route({
    method: 'get',
    path: '/api/swaggers/filters',
    action: 'api.list',
    summary: 'The organizations and applications that the APIs of a gallery belong to, by name',
    query: apiListQuery.pick({ my: true }),
    answer: apiOwners,
    handle: ({ services, actor, query }) => listApiOwners(services.db, actor, query.my),
  }),
  route({
    method: 'get',
    path: '/api/allapis',
    action: 'api.list',
    summary: 'Id and name of every API, by name',
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
    handle: async ({ services }) =>
      await services.db.selectFrom('apis').select(['id', 'name']).orderBy('sort_name').orderBy('id').execute(),
  }),
  route({
    method: 'get',
    path: '/api/api-detail/{id}',
    action: 'api.read',
    summary: 'An API with its deployments, as far as the user may see them',
    parameters,
    answer: apiDetail,
    handle: async ({ services, actor, parameters: { id } }) => {
      const row = await services.db
        .selectFrom('apis')
        .select([...columns, 'servers', 'deletion'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new RefusedError(missing());
      const api = rowOf(row);
      const granted = await hasAccess(services.db, actor, api);
      const mine = { applicationId: api.bizappId, organizationId: api.organizationId, granted };
      const { organizationId, organizationExternal } = actor;
      const own = { ...mine, organizationId, organizationExternal };
      const isPublished = api.state === 'published';
      return {
        ...api,
        hasAccess: granted,
        servers: row.servers,
        deletion: row.deletion,
        deployments: await listDeployments(services.db, actor, api, granted),
        may: {
          publish: isPublished && may(actor, 'api.publish', mine),
          delete: isPublished && may(actor, 'api.delete', mine),
          deploy: isPublished && may(actor, 'deployment.request', mine),
          seeDeployments: may(actor, 'deployment.list', mine),
          addKey: isPublished && may(actor, 'consumer.add', { ...own, organizationExternal: false }),
          requestAccess: isPublished && !may(actor, 'consumer.add', own) && may(actor, 'access.request', own),
        },
      };
    },
  }),
  route({
    method: 'get',
    path: '/api/api-info/{id}',
    action: 'api.read',
    summary: 'The deployments of an API, as far as the user may see them',
    parameters,
    answer: z.array(deploymentRow),
    handle: async ({ services, actor, parameters: { id } }) => {
      const api = await findApi(services.db, id);
      if (!api) throw new RefusedError(missing());
      return await listDeployments(services.db, actor, api, await hasAccess(services.db, actor, api));
    },
  }),
];
