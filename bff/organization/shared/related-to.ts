import { sql } from 'kysely';

/** The organization itself, those whose APIs it calls or requested, and those that call or requested its APIs. */
export const relatedTo = (organizationId: number) => sql<number>`(
  with related as (
    select api_id, organization_id from access_grants where revoked_at is null
    union all select api_id, organization_id from access_requests
    union all select api_id, organization_id from consumers
  )
  select ${organizationId}::integer
  union select a.organization_id from related r join apis a on a.id = r.api_id where r.organization_id = ${organizationId}
  union select r.organization_id from related r join apis a on a.id = r.api_id where a.organization_id = ${organizationId}
)`;
