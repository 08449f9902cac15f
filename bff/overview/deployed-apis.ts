import { type RawBuilder, sql } from 'kysely';

/**
 * The ids of the deployed APIs of which one of these texts is so. There may be ten times as many APIs: the texts are looked
 * at after the others are left out, which Postgres does not do by itself.
 */
export const deployedApisWith = (isSo: RawBuilder<boolean>): RawBuilder<number> => sql<number>`(
  with deployed as materialized (
    select id, sort_name, sort_organization from apis where id in (select api_id from deployments)
  )
  select id from deployed where ${isSo}
)`;
