import ipaddr from 'ipaddr.js';
import { type RawBuilder, sql } from 'kysely';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { requestIdOf } from '#gateway/telemetry/log-entry.ts';
import type { Database } from '#platform/database.ts';
import { oneOf } from './one-of.ts';

/** When the call with a request id began; undefined when it is not known. */
export type FoundCall = Readonly<{ startedAt: Date | undefined }>;

/**
 * Returns when the call with the wanted request id began, so that only the calls of that moment are looked at. Ids are remembered
 * for a week; older calls are indexed by them.
 */
export const findCall = async (database: Database, filter: RequestFilterQuery): Promise<FoundCall | undefined> => {
  if (filter.requestId === undefined) return undefined;
  const { rows } = await database.query<{ started_at: Date | null }>(
    `select max(k.started_at) as started_at from resources r
     join gateway_request_keys k on k.gateway_id = r.id and k.request_id = $1 where r.type = 'KONG'`,
    [wantedId(filter.requestId)],
  );
  return { startedAt: rows[0]?.started_at ?? undefined };
};

/** Keys that are named to Postgres. More have so many calls together that those are found from the newest on. */
const mostKeys = 50;

/**
 * The keys that a filter by name finds.
 *
 * @property ids  keys that had such a name in some call after `from`, up to `to`. Of calls before and after it is not known (migration 541).
 */
export type NamedKeys = Readonly<{ ids: readonly number[]; from: string; to: string }>;

/**
 * Returns the keys that a filter by name finds; undefined when they are too many.
 *
 * @param organizations whose calls alone are asked for; undefined: of all. Keys of others have none.
 */
export const findKeys = async (
  database: Database,
  { key }: Pick<RequestFilterQuery, 'key'>,
  organizations?: readonly number[],
): Promise<NamedKeys | undefined> => {
  if (key === undefined) return undefined;
  const { rows } = await database.query<NamedKeys>(
    `select array(
         select distinct used.consumer_id from gateway_request_key_names used left join history_keys owned on owned.id = used.consumer_id
         where used.name ilike $1 and ($2::integer[] is null or coalesce(owned.organization_id = any($2), true))
         limit ${mostKeys + 1}) as ids,
       names_since::text as "from", folded_until::text as "to"
     from gateway_request_folds limit 1`,
    [partOf(key), organizations],
  );
  const [keys] = rows;
  return keys && keys.ids.length <= mostKeys ? keys : undefined;
};

/** Returns a request id as it is stored. People may copy it as a UUID. */
const wantedId = (text: string): string => {
  const digits = text.replaceAll('-', '');
  return requestIdOf(/^[0-9a-f]{32}$/i.test(digits) ? digits : text, null);
};

/** Returns an address as gateways write it; undefined for a text that is none. */
const addressIn = (text: string): string | undefined =>
  ipaddr.isValid(text) ? ipaddr.parse(text).toString() : undefined;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The pattern of texts that have a part. */
const partOf = (text: string): string => `%${escaped(text)}%`;

/** The condition on the name of a call's key. */
const named = (key: string, keys: NamedKeys | undefined): RawBuilder<unknown>[] => {
  const condition = sql`consumer_name ilike ${partOf(key)}`;
  if (!keys) return [condition];
  const { ids, from, to } = keys;
  const older = BigInt(from) > 0n ? sql` or id <= ${from}::bigint` : sql``;
  return [sql`(consumer_id = any(${[...ids]}::integer[]) or id > ${to}::bigint${older})`, condition];
};

/**
 * The conditions on `gateway_requests` that find single calls.
 *
 * @param found, keys as far as they were looked for.
 */
export const detailConditions = (
  filter: RequestFilterQuery,
  found?: FoundCall,
  keys?: NamedKeys,
): RawBuilder<unknown>[] => [
  ...oneOf('method', filter.method, 'text'),
  ...(filter.operation === undefined ? [] : [sql`operation = ${filter.operation}`]),
  ...(filter.path === undefined
    ? []
    : [
        filter.path.startsWith('/')
          ? sql`lower(path) like lower(${`${escaped(filter.path)}%`})`
          : sql`path ilike ${partOf(filter.path)}`,
      ]),
  ...(filter.clientIp === undefined ? [] : [sql`client_ip = ${addressIn(filter.clientIp) ?? null}`]),
  ...oneOf('consumer_id', filter.consumerId, 'integer'),
  ...(filter.key === undefined ? [] : named(filter.key, keys)),
  ...(filter.requestId === undefined ? [] : [sql`request_id = ${wantedId(filter.requestId)}`]),
  ...(found?.startedAt === undefined ? [] : [sql`started_at = ${found.startedAt}`]),
];
