import { type Expression, type Kysely, sql } from 'kysely';
import type { ApiListQuery } from '#domain/api/schema.ts';
import { allBusinessAreas } from '#domain/business-area/all.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { Given } from '../sql/statement.ts';

type Filters = Pick<ApiListQuery, 'orgId' | 'bizappId' | 'businessAreaId' | 'env' | 'state'> &
  /** For the user's own gallery: their organization and the applications that they maintain. */
  Readonly<{ ownOrganizationId: number; ownApps: number[] }>;

/** The filters of a gallery, apart from words; undefined for one that leaves all APIs in. */
export type ApiFilters = { readonly [Name in keyof Filters]: Filters[Name] | undefined };

/** Returns the APIs that an organization has access to or a key for. */
export const openedApis = (db: Kysely<ReadTables>, organizationId: number | Expression<number>) =>
  db
    .selectFrom('consumers')
    .select('api_id')
    .where('organization_id', '=', organizationId)
    .union(
      db
        .selectFrom('access_grants')
        // Not of event categories, which have ids of their own.
        .where('api_id', 'is not', null)
        .select(({ ref }) => ref('api_id').$notNull().as('api_id'))
        .where('organization_id', '=', organizationId)
        .where('revoked_at', 'is', null),
    );

/** Returns the filters that a user asks for. */
export const apiFiltersOf = (
  actor: Actor,
  { my, orgId, bizappId, businessAreaId, env, state }: ApiListQuery,
): ApiFilters => ({
  orgId,
  bizappId,
  businessAreaId: businessAreaId === allBusinessAreas ? undefined : businessAreaId,
  env,
  state,
  ownOrganizationId: my ? actor.organizationId : undefined,
  ownApps: my ? [...actor.ownerApps] : undefined,
});

const isDeployed = sql<boolean>`apis.environments <> '{}'`;

const inState = (state: Expression<string>) =>
  sql<boolean>`case ${state}
    when 'deleting' then apis.state = 'deleting'
    when 'deployed' then ${isDeployed}
    else not ${isDeployed} and apis.state <> 'deleting' end`;

/** Returns the APIs that pass all filters. */
export const filteredApis = (
  db: Kysely<ReadTables>,
  { orgId, bizappId, businessAreaId, env, state, ownOrganizationId, ownApps }: Given<ApiFilters>,
) =>
  db
    .selectFrom('apis')
    .$if(orgId !== undefined, (list) => list.where('organization_id', '=', orgId as NonNullable<typeof orgId>))
    .$if(bizappId !== undefined, (list) => list.where('application_id', '=', bizappId as NonNullable<typeof bizappId>))
    .$if(businessAreaId !== undefined, (list) => list.where(sql<boolean>`business_area_id = ${businessAreaId}`))
    .$if(env !== undefined, (list) => list.where(sql<boolean>`${env} = any(environments)`))
    .$if(state !== undefined, (list) => list.where(inState(state as NonNullable<typeof state>)))
    .$if(ownOrganizationId !== undefined, (list) =>
      list.where(({ eb, or }) =>
        or([
          eb('organization_id', '=', ownOrganizationId as NonNullable<typeof ownOrganizationId>),
          sql<boolean>`application_id = any(${ownApps})`,
          eb('id', 'in', openedApis(db, ownOrganizationId as NonNullable<typeof ownOrganizationId>)),
        ]),
      ),
    );
