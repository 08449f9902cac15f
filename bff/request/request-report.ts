import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import type { RequestFilterQuery } from '#domain/request/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { byteOrderMark, csvLines } from '../http/csv.ts';
import { requestCondition } from './request-filter.ts';

/** Calls that one file holds at most, the newest: about what a spreadsheet takes. */
const reportLimit = 1_000_000;

/** Small enough that formatting a part keeps no other request waiting. */
const pageSize = 1_000;

/** The table's columns, as the screen names them. */
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
 * The report as CSV, newest first, in parts. Each part is a statement of its own that goes on below the last id, so
 * that neither memory nor an open transaction grows with the report.
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
    // The time is `Nov 21, 2026 08:49:13`, UTC, with hours from 00 to 23: with twelve it would have two meanings.
    const { rows } = await sql<Row>`
      select id, api_name as api, organization_name as org, environment as env, client_ip as ip, upstream_uri as upstream,
        status::text, to_char(started_at at time zone 'UTC', 'Mon DD, YYYY HH24:MI:SS') as time
      from gateway_requests where ${condition} and id < ${below}::bigint
      order by id desc limit ${Math.min(left, pageSize)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield csvLines(rows.map(cellsOf));
    left -= rows.length;
    below = last.id;
  }
}
