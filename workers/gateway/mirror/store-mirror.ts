import type { Abilities } from '#gateway/mirror/abilities.ts';
import type { MirroredObject } from '#gateway/mirror/mirrored-object.ts';
import type { Database } from '#platform/database.ts';

/** Postgres stores no NUL, and no half of a pair of surrogates. */
const storable = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '\\ufffd').toWellFormed();

const columns = `gateway_id, kind, id, name, about, sort_name, sort_about, amount, enabled, tags, service_id, route_id, consumer_id, upstream_id,
  certificate_id, deployment_id, is_own, created_at, updated_at, expires_at, body, words, hash`;

const changing = columns
  .split(',')
  .map((column) => column.trim())
  .filter((column) => !['gateway_id', 'kind', 'id'].includes(column));

/**
 * Stores objects of a gateway as a look or a write saw them. What a later look or write has seen stays as it is. Does not wait for the disk: what
 * a crash of Postgres loses, the next look finds again.
 *
 * @param seenAt when the look began, by the database's clock. Default: now, for what a write of Portico's left.
 */
export const storeObjects = async (
  database: Database,
  gatewayId: number,
  objects: readonly MirroredObject[],
  seenAt?: Date,
): Promise<void> => {
  if (objects.length === 0) return;
  const rows = objects.map(({ tags, body, ...object }) => ({ ...object, tags: [...tags], body }));
  await database.query(
    `insert into gateway_objects (${columns}, seen_at)
     select $1, kind, id, name, about, "sortName", "sortAbout", amount, enabled, tags, "serviceId", "routeId", "consumerId", "upstreamId", "certificateId",
       "deploymentId", "isOwn", "createdAt", "updatedAt", "expiresAt", body, words, hash, coalesce($3::timestamptz, clock_timestamp())
     from set_config('synchronous_commit', 'off', true), jsonb_to_recordset($2::jsonb) as given (kind text, id text, name text, about text, "sortName" text, "sortAbout" text, amount integer, enabled boolean,
       tags text[], "serviceId" text, "routeId" text, "consumerId" text, "upstreamId" text, "certificateId" text,
       "deploymentId" integer, "isOwn" boolean, "createdAt" timestamptz, "updatedAt" timestamptz, "expiresAt" timestamptz,
       body jsonb, words text, hash text)
     on conflict (gateway_id, kind, id) do update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')},
       seen_at = excluded.seen_at, is_gone = false
     where gateway_objects.seen_at <= excluded.seen_at`,
    [gatewayId, storable(rows), seenAt ?? null],
  );
};

/** Marks an object as removed, so that a look that began before does not bring it back. */
export const storeRemoval = async (
  database: Database,
  gatewayId: number,
  { kind, id }: Pick<MirroredObject, 'kind' | 'id'>,
): Promise<void> => {
  await database.query(
    `update gateway_objects set is_gone = true, seen_at = clock_timestamp() where gateway_id = $1 and kind = $2 and id = $3`,
    [gatewayId, kind, id],
  );
};

/** What the table has of an object: whether it changed. */
export type Known = Readonly<{ kind: string; id: string; hash: string }>;

/** Returns the names and hashes of a gateway's objects that are there. */
export const knownObjects = async (database: Database, gatewayId: number): Promise<readonly Known[]> => {
  const { rows } = await database.query<Known>(
    'select kind, id, hash from gateway_objects where gateway_id = $1 and not is_gone',
    [gatewayId],
  );
  return rows;
};

/**
 * Ends a whole look: forgets what it did not see and what was removed before it began.
 *
 * @param unseen    what was known when it began.
 * @param abilities what the gateway can do; undefined: it did not say, and what was known stays.
 */
export const endLook = async (
  database: Database,
  gatewayId: number,
  unseen: readonly Pick<Known, 'kind' | 'id'>[],
  seenAt: Date,
  abilities?: Abilities,
): Promise<void> => {
  await database.query(
    `with forgotten as (
       delete from gateway_objects where gateway_id = $1 and seen_at < $3
         and (is_gone or (kind, id) in (select kind, id from jsonb_to_recordset($2::jsonb) as given (kind text, id text)))
     )
     insert into gateway_mirrors as known (gateway_id, seen_at, version, router, plugins, has_database) values ($1, $3, $4, $5, $6, $7)
     on conflict (gateway_id) do update set seen_at = excluded.seen_at, version = coalesce(excluded.version, known.version),
       router = coalesce(excluded.router, known.router), plugins = coalesce(excluded.plugins, known.plugins),
       has_database = coalesce(excluded.has_database, known.has_database)`,
    [
      gatewayId,
      JSON.stringify(unseen),
      seenAt,
      abilities?.version ?? null,
      abilities?.router ?? null,
      abilities?.plugins ?? null,
      abilities?.hasDatabase ?? null,
    ],
  );
};
