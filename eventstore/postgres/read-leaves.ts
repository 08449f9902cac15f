import type { Database } from '#platform/database.ts';
import { eventHash } from '../event-hash.ts';
import { leafOf } from '../merkle/checkpoint.ts';
import type { LeafEvent, ReadLeaf, TreeSource } from '../merkle/tree-source.ts';
import { positionSql } from './position.ts';
import { beforeAll, newestSeal, readSeal, sealAfter } from './read-seals.ts';

const pageSize = 1_000;

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
  recorded: string;
  xid: string;
  pos: number;
  position: string;
};

/** A place in the log. */
type Place = Readonly<{ last_xid: string; last_pos: number }>;

const readLeaf = ({ event_id: id, schema_version: schemaVersion, ...row }: Row): ReadLeaf => {
  const { stream, version, type, data, meta, position } = row;
  const computed = eventHash(row.prev_hash, { ...row, eventId: id, schemaVersion });
  return {
    ...{ stream, version, eventId: id, leaf: leafOf(computed, BigInt(row.recorded)) },
    stored: { id, stream, version, type, schemaVersion, data, meta, position },
    isSound: computed.equals(row.hash),
  };
};

/**
 * Reads events in the order of the log, by pages, and computes their leaves from the stored bytes. It believes no hash of the
 * database.
 *
 * @param to the last place.
 */
async function* readLeaves(database: Database, from: Place, to: Place): AsyncGenerator<readonly ReadLeaf[]> {
  let last: Pick<Row, 'xid' | 'pos'> = { xid: from.last_xid, pos: from.last_pos };
  for (;;) {
    const { rows } = await database.query<Row>(
      `select e.stream, e.version, e.event_id, e.type, e.schema_version, e.data, e.meta, e.prev_hash, e.hash, e.pos,
         e.xid::text as xid, ${positionSql('e')} as position, (extract(epoch from e.recorded_at) * 1000000)::bigint::text as recorded
       from events e where (e.xid, e.pos) > ($1::xid8, $2::bigint)
         and (e.xid, e.pos) <= ($3::xid8, $4::bigint)
       order by e.xid, e.pos limit ${pageSize}`,
      [last.xid, last.pos, to.last_xid, to.last_pos],
    );
    yield rows.map(readLeaf);
    last = rows.at(-1) ?? last;
    if (rows.length < pageSize) return;
  }
}

async function* readSealed(database: Database): AsyncGenerator<ReadLeaf> {
  for (let last = beforeAll; ; ) {
    const newest = await newestSeal(database);
    if (!newest || newest.seal <= last.seal) return;
    for await (const leaves of readLeaves(database, last, newest)) yield* leaves;
    last = newest;
  }
}

/** Returns the log in Postgres, as a tree is made of it. */
export const postgresSource = (database: Database): TreeSource => {
  const at = async (seal: number) => (seal === 0 ? beforeAll : await readSeal(database, seal));
  return {
    place: 'log_checkpoints',
    eventsAt: async (seal) => (await at(seal))?.events,
    nextSeal: (after) => sealAfter(database, after),
    leaves: async function* (after, until) {
      const [from, to] = await Promise.all([at(after), at(until)]);
      if (from && to) yield* readLeaves(database, from, to);
    },
    sealed: () => readSealed(database),
    isStored: async ({ eventId }) => {
      const { rowCount } = await database.query('select from events where event_id = $1 limit 1', [eventId]);
      return rowCount === 1;
    },
    stream: async (stream) => {
      const { rows } = await database.query<LeafEvent>(
        `select stream, version, event_id as "eventId", type, schema_version as "schemaVersion", data, meta,
           (extract(epoch from recorded_at) * 1000000)::bigint::text as recorded, prev_hash as "previousHash"
         from events where stream = $1 order by version`,
        [stream],
      );
      return rows;
    },
  };
};
