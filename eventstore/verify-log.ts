import type { Database } from '#platform/database.ts';
import { eventHash, noHash } from './event-hash.ts';

/** The first event of a stream whose link does not hold, and how. */
export type BrokenLink = Readonly<{ stream: string; version: number; reason: 'changed' | 'missing' | 'unlinked' }>;

type Row = {
  stream: string;
  version: number;
  event_id: string;
  type: string;
  schema_version: number;
  data: string;
  meta: string;
  prev_hash: Buffer;
  hash: Buffer;
};

const pageSize = 1_000;

/**
 * Follows the chain of every stream (reliability F4, F5): finds what was edited, removed from the middle,
 * reordered or put in between, and streams that are shorter than they were said to be. Removing the whole end of
 * a stream together with its row in `streams` shows only against a signed checkpoint kept elsewhere.
 */
export const verifyLog = async (database: Database): Promise<readonly BrokenLink[]> => {
  const broken = new Map<string, BrokenLink>();
  const note = (stream: string, version: number, reason: BrokenLink['reason']) => {
    if (!broken.has(stream)) broken.set(stream, { stream, version, reason });
  };
  let last: { stream: string; version: number; hash: Buffer } = { stream: '', version: 0, hash: noHash };
  for (;;) {
    const { rows } = await database.query<Row>(
      `select stream, version, event_id, type, schema_version, data, meta, prev_hash, hash from events
       where (stream, version) > ($1, $2) order by stream, version limit ${pageSize}`,
      [last.stream, last.version],
    );
    for (const row of rows) {
      const before = row.stream === last.stream ? last : { stream: row.stream, version: 0, hash: noHash };
      if (row.version !== before.version + 1) note(row.stream, before.version + 1, 'missing');
      if (!row.prev_hash.equals(before.hash)) note(row.stream, row.version, 'unlinked');
      const event = { ...row, eventId: row.event_id, schemaVersion: row.schema_version };
      if (!eventHash(row.prev_hash, event).equals(row.hash)) note(row.stream, row.version, 'changed');
      last = { stream: row.stream, version: row.version, hash: row.hash };
    }
    if (rows.length < pageSize) break;
  }
  const { rows: short } = await database.query<{ stream: string; version: number }>(
    `select s.stream, coalesce(max(e.version), 0) + 1 as version from streams s left join events e on e.stream = s.stream
     group by s.stream, s.version having coalesce(max(e.version), 0) < s.version`,
  );
  for (const { stream, version } of short) note(stream, version, 'missing');
  return [...broken.values()];
};
