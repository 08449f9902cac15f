import type { Database } from '#platform/database.ts';
import { eventHash, noHash } from '../../event-hash.ts';
import type { Outcome } from '../../event-store.ts';
import type { Finding } from '../../finding.ts';
import type { SealCheck } from '../../seal-check.ts';
import type { StoredEvent } from '../../stored-event.ts';
import { commandOf, hasItsOutcome } from '../../stored-meta.ts';
import { positionSql } from '../position.ts';

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
  xid: string;
  pos: number;
  position: string;
  /** The version in `streams` when the row was read; 0 without one. */
  recorded: number;
};

type CommandRow = { command_id: string; stream: string; version: number; xid: string; pos: number; outcome: Outcome };
type Commands = ReadonlyMap<string, CommandRow>;

const pageSize = 1_000;

const commandsOf = async (database: Database, rows: readonly Row[]): Promise<Commands> => {
  const ids = [...new Set(rows.map(({ meta }) => commandOf(meta).commandId))];
  const found = await database.query<CommandRow>(
    'select command_id, stream, version, xid::text as xid, pos, outcome from commands where command_id = any($1)',
    [ids],
  );
  return new Map(found.rows.map((row) => [row.command_id, row]));
};

const storedOf = ({ event_id: id, schema_version: schemaVersion, ...row }: Row): StoredEvent => ({
  ...{ id, schemaVersion, stream: row.stream, version: row.version, type: row.type },
  ...{ data: row.data, meta: row.meta, position: row.position },
});

const isBefore = (a: Pick<Row, 'xid' | 'pos'>, b: Pick<Row, 'xid' | 'pos'>): boolean =>
  a.xid === b.xid ? a.pos < b.pos : BigInt(a.xid) < BigInt(b.xid);

/** Returns what is wrong with an event, compared with the event before it and with its command. */
const findingOfEvent = (
  row: Row,
  before: Row | undefined,
  commands: Commands,
  sealFault: string | undefined,
): Finding | undefined => {
  const { stream, version } = row;
  const expected = (before?.version ?? 0) + 1;
  const finding = (reason: Finding['reason'], at = version): Finding => ({ stream, version: at, reason });
  if (version !== expected) return finding('missing', expected);
  if (!row.prev_hash.equals(before?.hash ?? noHash)) return finding('unlinked');
  const event = { ...row, eventId: row.event_id, schemaVersion: row.schema_version };
  if (!eventHash(row.prev_hash, event).equals(row.hash)) return finding('changed');
  if (sealFault !== undefined) return finding('foreign');
  const said = commandOf(row.meta);
  const command = commands.get(said.commandId);
  if (command?.stream !== stream || command.version < version) return finding('unasked');
  if (!hasItsOutcome(said, command.outcome)) return finding('result');
  const elsewhere = command.version === version && (command.xid !== row.xid || command.pos !== row.pos);
  return elsewhere || (before && !isBefore(before, row)) ? finding('moved') : undefined;
};

/** Returns what is wrong with the end of a stream, compared with `streams`. */
const findingOfEnd = ({ stream, version, recorded }: Row): Finding | undefined => {
  if (recorded > version) return { stream, version: version + 1, reason: 'missing' };
  return recorded < version ? { stream, version: recorded + 1, reason: 'shortened' } : undefined;
};

/**
 * Checks the chain of each stream (requirements F4, F5), with at most one finding a stream. It reads in pages. It finds
 * events that were edited, removed, reordered, or inserted without `append_events`.
 *
 * @param sealCheck checks the seals of events. Undefined: they are not looked at.
 * @param onPage    gets the number of events checked.
 */
export async function* verifyStreams(
  database: Database,
  sealCheck: SealCheck | undefined,
  onPage: (events: number) => void,
): AsyncGenerator<Finding> {
  let last: Row | undefined;
  let named = false;
  for (;;) {
    const { rows } = await database.query<Row>(
      `select e.stream, e.version, e.event_id, e.type, e.schema_version, e.data, e.meta, e.prev_hash, e.hash,
         e.xid::text as xid, e.pos, ${positionSql('e')} as position, coalesce(s.version, 0) as recorded
       from events e left join streams s on s.stream = e.stream
       where (e.stream, e.version) > ($1, $2) order by e.stream, e.version limit ${pageSize}`,
      [last?.stream ?? '', last?.version ?? 0],
    );
    const commands = await commandsOf(database, rows);
    const sealFaults = await sealCheck?.faultsOf(rows.map(storedOf));
    for (const [index, row] of rows.entries()) {
      const isNext = row.stream === last?.stream;
      if (last && !isNext) {
        const end = named ? undefined : findingOfEnd(last);
        if (end) yield end;
        named = false;
      }
      const wrong = named ? undefined : findingOfEvent(row, isNext ? last : undefined, commands, sealFaults?.[index]);
      if (wrong) {
        yield wrong;
        named = true;
      }
      last = row;
    }
    onPage(rows.length);
    if (rows.length < pageSize) break;
  }
  const end = last && !named ? findingOfEnd(last) : undefined;
  if (end) yield end;
}
