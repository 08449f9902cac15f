import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the ids of deployed APIs whose text matches. There may be ten times more APIs than deployed ones, so APIs without
 * a deployment are excluded before their texts are compared. Postgres does not choose this order by itself.
 */
export const deployedApisWith = (isSo: RawBuilder<boolean>): RawBuilder<number> => sql<number>`(
  with deployed as materialized (
    select id, sort_name, sort_organization from apis where id in (select api_id from deployments)
  )
  select id from deployed where ${isSo}
)`;
