import type pg from 'pg';
import type { EncodedEvent } from '../stored-event.ts';

/** The place of an event in the log in Postgres. Both are numbers, as text. */
export type SourcePlace = Readonly<{ xid: string; pos: string }>;

/** An event as the log in Postgres has it. */
export type SourceEvent = EncodedEvent &
  SourcePlace &
  Readonly<{ stream: string; version: number; previous: Buffer; hash: Buffer }>;

export const beforeSource: SourcePlace = { xid: '0', pos: '0' };

const pageSize = 1_000;

const columns = `e.event_id as id, e.type, e.schema_version as "schemaVersion", e.data, e.meta, e.stream,
  e.version::integer as version, e.prev_hash as previous, e.hash, e.xid::text as xid, e.pos::text as pos`;

/** `open`: others may append meanwhile, so it ends before the oldest open transaction. `locked`: nobody can. */
const from = {
  open: 'read_log($1, $2, $3) e order by e.xid, e.pos',
  locked: 'events e where (e.xid, e.pos) > ($1::xid8, $2::bigint) order by e.xid, e.pos limit $3',
};

/** Returns the events after a place, in the order in which subscriptions get them. */
export async function* sourceEvents(
  database: Pick<pg.Client, 'query'>,
  after: SourcePlace,
  state: keyof typeof from,
): AsyncGenerator<SourceEvent, undefined> {
  for (let last = after; ; ) {
    const { rows } = await database.query<SourceEvent>(`select ${columns} from ${from[state]}`, [
      last.xid,
      last.pos,
      pageSize,
    ]);
    yield* rows;
    last = rows.at(-1) ?? last;
    if (rows.length < pageSize) return undefined;
  }
}
