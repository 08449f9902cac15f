import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';
import { byteOrderMark, csvLines } from '../http/csv.ts';
import { requestCondition, type Seen } from './request-filter.ts';

/** Calls in one file, newest first: about what a spreadsheet can open. */
const reportLimit = 1_000_000;

/** Rows. Small enough that formatting a part does not delay other HTTP requests. */
const pageSize = 1_000;

/** The columns, named as on the screen, and after them what else is known of a call. */
const header = [
  ...['api', 'org', 'env', 'ip', 'upstream', 'status', 'accessDateTime'],
  ...['method', 'operation', 'path', 'key', 'requestId', 'gatewayMs', 'upstreamMs', 'requestBytes', 'responseBytes'],
] as const;

type Row = { id: number } & Record<(typeof header)[number], string | null>;

const cellsOf = (row: Row): string[] => header.map((column) => row[column] ?? '');

/**
 * Returns the report as CSV in parts, newest first. Each part is one statement that continues below the last id, so that
 * memory and transactions stay small.
 */
export async function* requestReport(db: Kysely<ReadTables>, seen: Seen, limit = reportLimit): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([header]);
  const condition = requestCondition(seen);
  let left = limit;
  let below = Number.MAX_SAFE_INTEGER;
  while (left > 0) {
    // Times look like `Nov 21, 2026 08:49:13 +00:00`: whoever opens the file elsewhere knows the zone.
    const { rows } = await sql<Row>`
      select id, api_name as api, organization_name as org, environment as env, client_ip as ip, upstream_uri as upstream,
        status::text, to_char(started_at at time zone 'UTC', 'Mon DD, YYYY HH24:MI:SS "+00:00"') as "accessDateTime",
        method, operation, path, consumer_name as key, replace(request_id::text, '-', '') as "requestId",
        gateway_ms::text as "gatewayMs", upstream_ms::text as "upstreamMs", request_bytes::text as "requestBytes",
        response_bytes::text as "responseBytes"
      from gateway_requests where ${condition} and id < ${below}::bigint
      order by id desc limit ${Math.min(left, pageSize)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield csvLines(rows.map(cellsOf));
    left -= rows.length;
    below = last.id;
  }
}
