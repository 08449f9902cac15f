import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { byteOrderMark, csvLines } from '../http/csv.ts';
import { requestCondition } from './request-filter.ts';

/** Calls in one file, newest first: about what a spreadsheet can open. */
const reportLimit = 1_000_000;

/** Rows. Small enough that formatting a part does not delay other HTTP requests. */
const pageSize = 1_000;

/** The columns, named as on the screen. */
const header = ['api', 'org', 'env', 'ip', 'upstream', 'status', 'accessDateTime'];

type Row = {
  id: number;
  api: string;
  org: string;
  env: string;
  ip: string;
  upstream: string;
  status: string;
  time: string;
};

const cellsOf = ({ api, org, env, ip, upstream, status, time }: Row): string[] => [
  api,
  org,
  env,
  ip,
  upstream,
  status,
  time,
];

/**
 * Returns the report as CSV in parts, newest first. Each part is one statement that continues below the last id, so that
 * memory and transactions stay small.
 */
export async function* requestReport(
  db: Kysely<ReadTables>,
  actor: Actor,
  filter: RequestFilterQuery,
  limit = reportLimit,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([header]);
  const condition = requestCondition(actor, filter);
  let left = limit;
  let below = Number.MAX_SAFE_INTEGER;
  while (left > 0) {
    // Times look like `Nov 21, 2026 08:49:13 +00:00`: whoever opens the file elsewhere knows the zone.
    const { rows } = await sql<Row>`
      select id, api_name as api, organization_name as org, environment as env, client_ip as ip, upstream_uri as upstream,
        status::text, to_char(started_at at time zone 'UTC', 'Mon DD, YYYY HH24:MI:SS "+00:00"') as time
      from gateway_requests where ${condition} and id < ${below}::bigint
      order by id desc limit ${Math.min(left, pageSize)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield csvLines(rows.map(cellsOf));
    left -= rows.length;
    below = last.id;
  }
}
