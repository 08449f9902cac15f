import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { UseKind } from '#domain/core/undo.ts';
import type { Uses } from '#domain/undo/schema.ts';
import { mayStillHold } from '#projections/desk-holders.ts';
import type { ProjectedTables, ReadTables } from '#projections/read-tables.ts';
import { quietSince } from './last-days.ts';
import { standingOperations } from './standing.ts';

/**
 * One kind of thing that belongs to others.
 *
 * @property table the read table that shows it. A command that asks waits for it.
 * @property with  tables that say which of its rows count. A command waits for them, too.
 * @property count counts those of a thing.
 */
export type Use = Readonly<{
  kind: UseKind;
  table: keyof ProjectedTables;
  with?: readonly (keyof ProjectedTables)[];
  count: (id: number, now: Date, db: Kysely<ReadTables>) => RawBuilder<number>;
}>;

type Open = Readonly<{ db: Kysely<ReadTables>; now: () => Date }>;

/** The greatest number that is said. */
const mostCounted = 2_147_483_647;

/** Returns what belongs to a thing, by kind, without those of which there is nothing. */
export const countUses = async ({ db, now }: Open, uses: readonly Use[], id: number): Promise<Uses> => {
  if (uses.length === 0) return [];
  const columns = uses.map(
    ({ kind, count }) => sql`least((${count(id, now(), db)}), ${mostCounted})::integer as ${sql.id(kind)}`,
  );
  const { rows } = await sql<Partial<Record<UseKind, number>>>`select ${sql.join(columns)}`.execute(db);
  return uses.flatMap(({ kind }) => {
    const count = rows[0]?.[kind] ?? 0;
    return count > 0 ? [{ kind, count }] : [];
  });
};

/** Returns the read tables that show what belongs to a thing. */
export const tablesOf = (uses: readonly Use[]): readonly (keyof ProjectedTables)[] => [
  ...new Set(uses.flatMap(({ table, with: others = [] }) => [table, ...others])),
];

/** Who may use a thing, and who asks to. */
export const accessTo = (column: 'api_id' | 'event_category_id'): readonly Use[] => [
  {
    kind: 'access',
    table: 'access_grants',
    count: (id) => sql`select count(*) from access_grants where ${sql.ref(column)} = ${id} and revoked_at is null`,
  },
  {
    kind: 'requests',
    table: 'access_requests',
    count: (id) => sql`select count(*) from access_requests where ${sql.ref(column)} = ${id} and status = 'NEW'`,
  },
];

export const apiUses: readonly Use[] = [
  {
    kind: 'deployments',
    table: 'deployments',
    count: (id) => sql`select count(*) from deployments where api_id = ${id}`,
  },
  ...accessTo('api_id'),
];

export const applicationUses: readonly Use[] = [
  { kind: 'apis', table: 'apis', count: (id) => sql`select count(*) from apis where application_id = ${id}` },
];

/** Returns whether an account came of an approved request: the decision stays. */
export const isApproved = async (db: Kysely<ReadTables>, userId: number): Promise<boolean> => {
  const request = db.selectFrom('registrations').select('id').where('user_id', '=', userId);
  return (await request.where('status', '=', 'APPROVED').executeTakeFirst()) !== undefined;
};

/**
 * Applications that a person was named as an owner of: nobody might be left who owns them. And the cases that the desk shows as theirs:
 * nothing takes one from them when its work is done.
 */
export const personUses: readonly Use[] = [
  {
    kind: 'applications',
    table: 'application_owners',
    count: (id) => sql`select count(*) from application_owners where user_id = ${id}`,
  },
  {
    kind: 'cases',
    table: 'desk_cases',
    with: ['operations', 'users'],
    count: (id, _now, db) => {
      const standing = (about: RawBuilder<boolean>) => standingOperations(db).where(about).select('operations.id');
      return sql`select count(*) from desk_cases held where held.holder = ${id} and ${sql.raw(mayStillHold('held'))}
        and (exists (${standing(sql`operations.id = held.id`)}) or exists (${standing(sql`operations.cause = held.about`)}))`;
    },
  },
];

export const resourceUses: readonly Use[] = [
  {
    kind: 'deployments',
    table: 'deployments',
    count: (id) => sql`select count(*) from deployments where gateway_id = ${id}
      or (config->'redis'->>'resourceId')::int = ${id} or (applied->'redis'->>'resourceId')::int = ${id}`,
  },
  {
    kind: 'topics',
    table: 'event_topics',
    count: (id) => sql`select count(*) from event_topics where kafka_env_id = ${id}`,
  },
];

/** What a resource was given itself. It is taken from it before it can be removed. */
export const resourceParts: readonly Use[] = [
  {
    kind: 'organizations',
    table: 'resources',
    count: (id) => sql`select coalesce(sum(cardinality(organizations)), 0) from resources where id = ${id}`,
  },
  {
    kind: 'certificates',
    table: 'resources',
    count: (id) => sql`select coalesce(sum(jsonb_array_length(certificates)), 0) from resources where id = ${id}`,
  },
];

/** Conditions on `deployments`: another one of the same API in the same environment. */
const besides = (id: number) => sql<boolean>`exists (
  select from deployments other where other.api_id = own.api_id and other.environment = own.environment and other.id <> ${id}`;

/**
 * Whose keys it has, and whether anybody called it in the last 30 days: without keys nobody could be named. Calls are counted by API and
 * environment. Where the API is there at another gateway, too, single calls tell which gateway they came to. Of two at one gateway
 * nobody can say which was called: those are not taken for this one's.
 */
export const deploymentUses: readonly Use[] = [
  {
    kind: 'keys',
    table: 'consumers',
    count: (id) => sql`select count(*) from consumers where deployment_id = ${id} and state <> 'removing'`,
  },
  {
    kind: 'calls',
    table: 'deployments',
    count: (id, now) => sql`select case
      when ${besides(id)} and other.gateway_id = own.gateway_id) then 0
      when ${besides(id)}) then (
        select count(*) from gateway_requests
        where api_id = own.api_id and environment = own.environment and gateway_id = own.gateway_id
          and started_at > greatest(${quietSince(now)}, own.created_at))
      else (
        select coalesce(sum(count), 0) from gateway_request_counts
        where api_id = own.api_id and environment = own.environment
          and hour > greatest(${quietSince(now)}, own.created_at - interval '1 hour')
      ) + (
        select count(*) from gateway_requests
        where api_id = own.api_id and environment = own.environment and not is_counted
          and started_at > greatest(${quietSince(now)}, own.created_at)
          and id > (select folded_until from gateway_request_folds))
      end from deployments own where own.id = ${id}`,
  },
];
