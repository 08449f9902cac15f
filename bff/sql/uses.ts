import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Environment } from '#domain/core/environment.ts';
import type { Uses } from '#domain/undo/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { ofDeployment, readLosingKeys } from './losing-keys.ts';

type Kind = Uses[number]['kind'];

/** Counts what belongs to a thing, by kind, without those of which there is nothing. */
const counted = async (db: Kysely<ReadTables>, counts: Partial<Record<Kind, RawBuilder<number>>>): Promise<Uses> => {
  const kinds = Object.entries(counts) as [Kind, RawBuilder<number>][];
  const columns = kinds.map(([kind, count]) => sql`(${count})::integer as ${sql.id(kind)}`);
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

/** Whose keys it has, and whether anybody calls it: without keys nobody could be named. */
export const usesOfDeployment = async (
  services: Readonly<{ db: Kysely<ReadTables>; now: () => Date }>,
  deployment: Readonly<{ id: number; apiId: number; environment: Environment }>,
): Promise<Uses> => {
  const { calls, otherCalls } = await readLosingKeys(services, ofDeployment(deployment));
  return await counted(services.db, {
    keys: sql`select count(*) from consumers where deployment_id = ${deployment.id} and state <> 'removing'`,
    calls: sql`${calls + otherCalls}`,
  });
};
