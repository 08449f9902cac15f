import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccessPair } from '#domain/access/access.ts';
import type { Environment } from '#domain/core/environment.ts';
import { type LosingKeys, namedLosers } from '#domain/core/losing-keys.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { quietSince } from './last-days.ts';

/** Conditions on `consumers` and on `gateway_request_counts`. */
type What = Readonly<{ keys: RawBuilder<boolean>; calls: RawBuilder<boolean> }>;

const both = (condition: RawBuilder<boolean>): What => ({ keys: condition, calls: condition });

export const ofApi = (id: number): What => both(sql`api_id = ${id}`);

export const ofApplication = (id: number): What =>
  both(sql`api_id in (select id from apis where application_id = ${id})`);

/** Access to an event category has no keys. */
export const ofGrant = (grant: AccessPair): What =>
  both('apiId' in grant ? sql`api_id = ${grant.apiId} and organization_id = ${grant.organizationId}` : sql`false`);

/** Calls are counted for the API and the environment, which nearly always means one deployment. */
export const ofDeployment = (deployment: Readonly<{ id: number; apiId: number; environment: Environment }>): What => ({
  keys: sql`deployment_id = ${deployment.id}`,
  calls: sql`api_id = ${deployment.apiId} and environment = ${deployment.environment}`,
});

type Row = Readonly<Pick<LosingKeys, 'keys' | 'calls' | 'otherCalls'> & LosingKeys['organizations']>;

/** Returns whose keys stop with a thing, and how much it was called in the last 30 days. A key that never worked does not stop. */
export const readLosingKeys = async (
  { db, now }: Readonly<{ db: Kysely<ReadTables>; now: () => Date }>,
  { keys, calls }: What,
): Promise<LosingKeys> => {
  const { rows } = await sql<Row>`
    with used as (
      select organization_id, sum(count) as calls from (
        select organization_id, count from gateway_request_counts where ${calls} and hour > ${quietSince(now())}
        union all
        select organization_id, 1 from gateway_requests
        where ${calls} and started_at > ${quietSince(now())} and not is_counted and id > (select folded_until from gateway_request_folds)
      ) called group by organization_id
    ), stopping as (
      select organization_id, count(*) as keys from consumers
      where ${keys} and state not in ('failed', 'removing') group by organization_id
    ), losing as (
      select o.id, o.name, stopping.keys::integer, coalesce(used.calls, 0)::float8 as calls
      from stopping
      join organizations o on o.id = stopping.organization_id
      left join used on used.organization_id = o.id
    ), named as (
      select * from losing order by calls desc, keys desc, fold_text(name) collate "und-x-icu", id limit ${namedLosers}
    )
    select
      (select coalesce(sum(keys), 0) from losing)::integer as keys,
      (select coalesce(sum(calls), 0) from used)::float8 as calls,
      (select coalesce(sum(calls), 0) from used where not exists (select from losing where id = organization_id))::float8 as "otherCalls",
      (select count(*) from losing)::integer as total,
      coalesce((select json_agg(named) from named), '[]') as first`.execute(db);
  const [row] = rows;
  if (!row) throw new TypeError('a statement of totals answers one row');
  const { first, total, ...sums } = row;
  return { ...sums, organizations: { first, total } };
};
