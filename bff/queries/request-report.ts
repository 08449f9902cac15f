import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import type { RequestFilterQuery } from '#domain/request/schema.ts';
import type { ReadTables } from '#projections/tables.ts';
import { byteOrderMark, csvLines } from './csv.ts';
import { requestCondition } from './request-filter.ts';

/** Calls that one file holds at most, the newest: about what a spreadsheet takes. */
export const reportLimit = 1_000_000;

const pageSize = 5_000;

/** The table's columns, as the screen names them (specification 3). */
const header = ['api', 'org', 'env', 'ip', 'upstream', 'status', 'accessDateTime'];

type Row = {
  id: number;
  api_name: string;
  organization_name: string;
  environment: string;
  client_ip: string;
  upstream_uri: string;
  status: number;
  started_at: Date;
};

/** `Nov 21, 2026 08:49:13`, UTC, hours from 00 to 23: without them a time of day has two meanings. */
const timeOf = (date: Date): string => {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${month} ${day}, ${year} ${time}`;
};

const cellsOf = (row: Row): string[] => [
  row.api_name,
  row.organization_name,
  row.environment,
  row.client_ip,
  row.upstream_uri,
  String(row.status),
  timeOf(row.started_at),
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
    const { rows } = await sql<Row>`
      select id, api_name, organization_name, environment, client_ip, upstream_uri, status, started_at
      from gateway_requests where ${condition} and id < ${below}::bigint
      order by id desc limit ${Math.min(left, pageSize)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield csvLines(rows.map(cellsOf));
    left -= rows.length;
    below = last.id;
  }
}
