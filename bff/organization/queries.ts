import { sql } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import { listOrganizationOptions } from '#domain/organization/option-calls.ts';
import { route } from '../http/route.ts';

/** The organization itself, those whose APIs it calls or requested, and those that call or requested its APIs. */
const relatedTo = (organizationId: number) => sql<number>`(
  with related as (
    select api_id, organization_id from access_grants where revoked_at is null
    union all select api_id, organization_id from access_requests
    union all select api_id, organization_id from consumers
  )
  select ${organizationId}::integer
  union select a.organization_id from related r join apis a on a.id = r.api_id where r.organization_id = ${organizationId}
  union select r.organization_id from related r join apis a on a.id = r.api_id where a.organization_id = ${organizationId}
)`;

export const organizationQueries = [
  route(listOrganizationOptions, {
    action: 'organization.list',
    summary:
      'Id and name of every organization; to a partner of its own and those that one of them has keys, access or requests of the other',
    handle: async ({ services, actor }) =>
      await services.db
        .selectFrom('organizations')
        .select(['id', 'name', 'external'])
        .where('status', 'in', ['active', 'deactivated'])
        .$if(may(actor, 'organization.list-all'), (list) =>
          list.select(({ eb }) => eb('status', '=', 'deactivated').$castTo<boolean>().as('deactivated')),
        )
        .$if(!may(actor, 'organization.list-all'), (list) => list.where('id', 'in', relatedTo(actor.organizationId)))
        .orderBy('name')
        .orderBy('id')
        .execute(),
  }),
];
