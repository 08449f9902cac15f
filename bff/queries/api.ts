import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import {
  type ApiListQuery,
  type ApiRow,
  apiDetail,
  apiListQuery,
  apiPage,
  galleryPageSize,
} from '#domain/api/schema.ts';
import { allBusinessAreas } from '#domain/business-area/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { idParameter } from '#domain/core/id.ts';
import { missing, RefusedError } from '#domain/core/problem.ts';
import { deploymentRow } from '#domain/deployment/schema.ts';
import type { ReadTables } from '#projections/tables.ts';
import { readPage } from '../http/page.ts';
import { route } from '../http/route.ts';
import { hasAccess } from './access.ts';
import { containing } from './containing.ts';
import { listDeployments } from './deployment.ts';

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
  bizappId: row.application_id,
  businessAreaId: row.business_area_id,
  organizationId: row.organization_id,
  revision: row.revision,
  operations: row.operations,
  format: row.spec_format,
  environments: row.environments,
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

/** The user's own APIs: of their organization, of the applications they maintain, and those that their organization has a key for. */
const isOwn = (actor: Actor) =>
  sql<boolean>`(organization_id = ${actor.organizationId}
    or application_id = any(${[...actor.ownerApps]}::int[])
    or id in (select api_id from consumers where organization_id = ${actor.organizationId}))`;

/** The gallery's list as a query, before it is paged. */
export const galleryQuery = (
  db: Kysely<ReadTables>,
  actor: Actor,
  query: Pick<ApiListQuery, 'name' | 'my' | 'orgId' | 'businessAreaId'>,
) =>
  db
    .selectFrom('apis')
    .select([...columns, 'sort_name', 'sort_application', 'sort_organization', 'created_at'])
    .$if(query.my, (list) => list.where(isOwn(actor)))
    .$if(query.orgId !== undefined, (list) => list.where('organization_id', '=', query.orgId as number))
    .$if(query.businessAreaId !== allBusinessAreas, (list) => list.where('business_area_id', '=', query.businessAreaId))
    .$if(query.name !== '', (list) => list.where('search', 'like', containing(query.name)));

/** The details of an API and where it belongs, as commands need them; undefined when there is none. */
export const findApi = async (db: Kysely<ReadTables>, id: number): Promise<ApiRow | undefined> => {
  const row = await db.selectFrom('apis').select(columns).where('id', '=', id).executeTakeFirst();
  return row && rowOf(row);
};

const parameters = z.object({ id: idParameter });

export const apiQueries = [
  route({
    method: 'get',
    path: '/api/swaggers',
    action: 'api.list',
    summary: 'The gallery: APIs, nine a page',
    query: apiListQuery,
    answer: apiPage,
    handle: async ({ services, actor, query }) => {
      const { rows, total } = await readPage(services.db, galleryQuery(services.db, actor, query), {
        page: query.page,
        size: galleryPageSize,
        sort: sortColumns[query.sort],
        order: query.order,
      });
      return { apis: rows.map(rowOf), total, page: query.page };
    },
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
        .select([...columns, 'servers'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new RefusedError(missing());
      const api = rowOf(row);
      const granted = await hasAccess(services.db, actor, api);
      const mine = { applicationId: api.bizappId, organizationId: api.organizationId, granted };
      const { organizationId, organizationExternal } = actor;
      const own = { ...mine, organizationId, organizationExternal };
      return {
        ...api,
        hasAccess: granted,
        servers: row.servers,
        deployments: await listDeployments(services.db, actor, api),
        may: {
          publish: may(actor, 'api.publish', mine),
          deploy: may(actor, 'deployment.request', mine),
          seeDeployments: may(actor, 'deployment.list', mine),
          addKey: may(actor, 'consumer.add', { ...own, organizationExternal: false }),
          requestAccess: !may(actor, 'consumer.add', own) && may(actor, 'access.request', own),
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
      return await listDeployments(services.db, actor, api);
    },
  }),
];
