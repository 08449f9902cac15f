import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Uses } from '#domain/undo/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { quietSince } from './last-days.ts';

type Kind = Uses[number]['kind'];

/** The greatest number that is said. */
const mostCounted = 2_147_483_647;

/** Counts what belongs to a thing, by kind, without those of which there is nothing. */
const counted = async (db: Kysely<ReadTables>, counts: Partial<Record<Kind, RawBuilder<number>>>): Promise<Uses> => {
  const kinds = Object.entries(counts) as [Kind, RawBuilder<number>][];
  const columns = kinds.map(([kind, count]) => sql`least((${count}), ${mostCounted})::integer as ${sql.id(kind)}`);
  const { rows } = await sql<Partial<Record<Kind, number>>>`select ${sql.join(columns)}`.execute(db);
  return kinds.flatMap(([kind]) => {
    const count = rows[0]?.[kind] ?? 0;
    return count > 0 ? [{ kind, count }] : [];
  });
};

type UsesOf = (db: Kysely<ReadTables>, id: number) => Promise<Uses>;

const accessTo = (column: 'api_id' | 'event_category_id', id: number) => ({
  access: sql<number>`select count(*) from access_grants where ${sql.ref(column)} = ${id} and revoked_at is null`,
  requests: sql<number>`select count(*) from access_requests where ${sql.ref(column)} = ${id} and status = 'NEW'`,
});

export const usesOfApi: UsesOf = (db, id) =>
  counted(db, {
    deployments: sql`select count(*) from deployments where api_id = ${id}`,
    ...accessTo('api_id', id),
  });

export const usesOfApplication: UsesOf = (db, id) =>
  counted(db, { apis: sql`select count(*) from apis where application_id = ${id}` });

/** Returns whether an account came of an approved request: the decision stays. */
export const isApproved = async (db: Kysely<ReadTables>, userId: number): Promise<boolean> => {
  const request = db.selectFrom('registrations').select('id').where('user_id', '=', userId);
  return (await request.where('status', '=', 'APPROVED').executeTakeFirst()) !== undefined;
};

/** Applications that a person was named as an owner of: nobody might be left who owns them. */
export const usesOfPerson: UsesOf = (db, id) =>
  counted(db, { applications: sql`select count(*) from application_owners where user_id = ${id}` });

export const usesOfBusinessArea: UsesOf = (db, id) =>
  counted(db, {
    apis: sql`select count(*) from apis where business_area_id = ${id}`,
    categories: sql`select count(*) from event_categories where business_area_id = ${id}`,
  });

export const usesOfEventCategory: UsesOf = (db, id) =>
  counted(db, {
    topics: sql`select count(*) from event_topics where category_id = ${id}`,
    ...accessTo('event_category_id', id),
  });

export const usesOfResource: UsesOf = (db, id) =>
  counted(db, {
    deployments: sql`select count(*) from deployments where gateway_id = ${id}
      or (config->'redis'->>'resourceId')::int = ${id} or (applied->'redis'->>'resourceId')::int = ${id}`,
    topics: sql`select count(*) from event_topics where kafka_env_id = ${id}`,
  });

/** Conditions on `deployments`: another one of the same API in the same environment. */
const besides = (id: number) => sql<boolean>`exists (
  select from deployments other where other.api_id = own.api_id and other.environment = own.environment and other.id <> ${id}`;

/**
 * Whose keys it has, and whether anybody called it in the last 30 days: without keys nobody could be named. Calls are counted by API and
 * environment. Where the API is there at another gateway, too, single calls tell which gateway they came to. Of two at one gateway
 * nobody can say which was called: those are not taken for this one's.
 */
export const usesOfDeployment = (
  { db, now }: Readonly<{ db: Kysely<ReadTables>; now: () => Date }>,
  id: number,
): Promise<Uses> =>
  counted(db, {
    keys: sql`select count(*) from consumers where deployment_id = ${id} and state <> 'removing'`,
    calls: sql`select case
      when ${besides(id)} and other.gateway_id = own.gateway_id) then 0
      when ${besides(id)}) then (
        select count(*) from gateway_requests
        where api_id = own.api_id and environment = own.environment and gateway_id = own.gateway_id
          and started_at > greatest(${quietSince(now())}, own.created_at))
      else (
        select coalesce(sum(count), 0) from gateway_request_counts
        where api_id = own.api_id and environment = own.environment
          and hour > greatest(${quietSince(now())}, own.created_at - interval '1 hour')
      ) + (
        select count(*) from gateway_requests
        where api_id = own.api_id and environment = own.environment and not is_counted
          and started_at > greatest(${quietSince(now())}, own.created_at)
          and id > (select folded_until from gateway_request_folds))
      end from deployments own where own.id = ${id}`,
  });
