import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/** Returns the names of APIs. A deleted one has the name of its last call. */
export const apiNames = async (db: Kysely<ReadTables>, ids: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from apis where id = any(${ids}::integer[])`.execute(db);
  const found = new Map(rows.map(({ id, name }) => [id, name]));
  const deleted = ids.filter((id) => !found.has(id));
  if (deleted.length > 0) {
    const last = await sql<{ id: number; name: string }>`
      select api.id, (select api_name from gateway_requests r where r.api_id = api.id order by r.id desc limit 1) as name
      from unnest(${deleted}::integer[]) as api (id)`.execute(db);
    for (const { id, name } of last.rows) found.set(id, name);
  }
  return found;
};

/** Returns the names of keys. A deleted one has the name that it had last. */
export const keyNames = async (db: Kysely<ReadTables>, ids: readonly number[]): Promise<Map<number, string | null>> => {
  const { rows } = await sql<{ id: number; name: string | null }>`
    select id, coalesce(
      (select nickname from consumers c where c.id = ids.id),
      (select name from gateway_request_key_names n where n.consumer_id = ids.id order by last_day desc limit 1)) as name
    from unnest(${ids}::integer[]) as ids (id)`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Returns the names of organizations that are there. */
export const organizationNames = async (
  db: Kysely<ReadTables>,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from organizations where id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
