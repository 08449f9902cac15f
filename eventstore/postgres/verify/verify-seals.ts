import { createHash } from 'node:crypto';
import type { Database } from '#platform/database.ts';
import type { Finding } from '../../finding.ts';
import { beforeAll, type Seal, sealAfter } from '../read-seals.ts';

type Row = { stream: string; version: number; hash: Buffer; recorded: string; xid: string; pos: number };

const pageSize = 1_000;

const int64 = (value: bigint | number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
};
const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/**
 * Returns the current contents between two seals: the number of events, their digest, and the newest version of each
 * stream.
 */
const readPart = async (database: Database, from: Seal, to: Seal) => {
  const items = createHash('sha256');
  const heads = new Map<string, number>();
  let count = 0;
  let last: Pick<Row, 'xid' | 'pos'> = { xid: from.last_xid, pos: from.last_pos };
  for (;;) {
    const { rows } = await database.query<Row>(
      `select e.stream, e.version, e.hash, e.xid::text as xid, e.pos,
         (extract(epoch from e.recorded_at) * 1000000)::bigint::text as recorded
       from events e where (e.xid, e.pos) > ($1::xid8, $2::bigint) and (e.xid, e.pos) <= ($3::xid8, $4::bigint)
       order by e.xid, e.pos limit ${pageSize}`,
      [last.xid, last.pos, to.last_xid, to.last_pos],
    );
    for (const { stream, version, hash, recorded } of rows) {
      items.update(hash).update(int64(BigInt(recorded)));
      heads.set(stream, Math.max(version, heads.get(stream) ?? 0));
    }
    count += rows.length;
    last = rows.at(-1) ?? last;
    if (rows.length < pageSize) return { count, items: items.digest(), heads };
  }
};

/** Returns the newest version of a stream in the whole log; 0 when it has none. */
const endOf = async (database: Database, stream: string): Promise<number> => {
  const { rows } = await database.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from events where stream = $1',
    [stream],
  );
  return rows[0]?.version ?? 0;
};

/** Names the streams that differ from a seal; none when all streams end as they did. */
async function* namesOf(database: Database, sealed: string, found: ReadonlyMap<string, number>) {
  const heads = new Map(Object.entries(JSON.parse(sealed) as Record<string, number>));
  for (const [stream, version] of heads) {
    if (found.get(stream) === version) continue;
    const end = await endOf(database, stream);
    const isThere = end >= version;
    const finding: Finding = { stream, version: isThere ? version : end + 1, reason: isThere ? 'moved' : 'missing' };
    yield finding;
  }
  for (const [stream, version] of found) {
    const finding: Finding = { stream, version, reason: 'added' };
    if (!heads.has(stream)) yield finding;
  }
}

/**
 * Compares the log with its seals, one part after the other. This finds what the chains of the streams can't show: an
 * end of a stream that was removed with all that names it, and events that were inserted or moved. It can't find that
 * somebody made all seals anew, because they are in the same database.
 */
export async function* verifySeals(database: Database): AsyncGenerator<Finding> {
  let before = beforeAll;
  for (;;) {
    const seal = await sealAfter(database, before.seal);
    if (!seal) return;
    if (seal.seal !== before.seal + 1) {
      // Without the previous seal this one proves nothing; the next one does.
      yield { stream: '', version: before.seal + 1, reason: 'unsealed' };
      before = seal;
      continue;
    }
    const part = await readPart(database, before, seal);
    const digest = sha256(
      before.digest,
      int64(seal.seal),
      int64(seal.events),
      part.items,
      sha256(Buffer.from(seal.heads)),
    );
    const holds = seal.events === before.events + part.count;
    if (!holds || !digest.equals(seal.digest)) {
      let named = false;
      for await (const finding of namesOf(database, seal.heads, part.heads)) {
        named = true;
        yield finding;
      }
      if (!named) yield { stream: '', version: seal.seal, reason: 'unsealed' };
    }
    before = seal;
  }
}
