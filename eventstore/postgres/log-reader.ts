import type { Database } from '#platform/database.ts';
import { beginning, type Position } from '../event-store.ts';
import type { StoredEvent } from '../stored-event.ts';
import { parsePosition, positionSql } from './position.ts';

const columns = `e.stream, e.version, ${positionSql('e')} as position, e.event_id as id, e.type,
  e.schema_version as "schemaVersion", e.data, e.meta`;

/** The statement of the poll. `read_log` (migrations/007) has the fence and the order, and the planner inlines it. */
export const readLogSql = `select ${columns} from read_log($1, $2, $3) as e order by e.xid, e.pos`;

/**
 * Returns the next events of the log, up to the oldest open transaction, so that no event can still appear before them.
 */
export const readLog = async (database: Database, after: Position, limit: number): Promise<readonly StoredEvent[]> => {
  const { rows } = await database.query<StoredEvent>({
    name: 'read_log',
    text: readLogSql,
    values: [...parsePosition(after), limit],
  });
  return rows;
};

export const readStream = async (
  database: Database,
  stream: string,
  fromVersion: number,
): Promise<readonly StoredEvent[]> => {
  const { rows } = await database.query<StoredEvent>({
    name: 'read_stream',
    text: `select ${columns} from events e where e.stream = $1 and e.version >= $2 order by e.version`,
    values: [stream, fromVersion],
  });
  return rows;
};

/** Returns the newest events that all subscriptions may read, in log order. */
export const readNewest = async (database: Database, count: number): Promise<readonly StoredEvent[]> => {
  const { rows } = await database.query<StoredEvent>(
    `select ${columns} from events e
     where e.xid < pg_snapshot_xmin(pg_current_snapshot()) order by e.xid desc, e.pos desc limit $1`,
    [count],
  );
  return rows.reverse();
};

/** Returns the newest position before the fence: other events could still appear before `max(pos)`. */
export const readHead = async (database: Database): Promise<Position> => {
  const { rows } = await database.query<{ position: string }>(
    `select ${positionSql('e')} as position from events e
     where e.xid < pg_snapshot_xmin(pg_current_snapshot()) order by e.xid desc, e.pos desc limit 1`,
  );
  return rows[0]?.position ?? beginning;
};

/** Returns the newest position. This ignores the fence: an event that commits later may be before it. */
export const readNewestPosition = async (database: Database): Promise<Position> => {
  const { rows } = await database.query<{ position: string }>(
    `select ${positionSql('e')} as position from events e order by e.xid desc, e.pos desc limit 1`,
  );
  return rows[0]?.position ?? beginning;
};

/**
 * Returns whether an event is at a position or after it. This ignores the fence, because a finished command is behind
 * it for a moment, and its position is valid.
 */
export const reachesPosition = async (database: Database, position: Position): Promise<boolean> => {
  if (position === beginning) return true;
  const { rows } = await database.query<{ reached: boolean }>({
    name: 'reaches_position',
    text: 'select exists (select from events e where (e.xid, e.pos) >= ($1::xid8, $2::bigint)) as reached',
    values: [...parsePosition(position)],
  });
  return rows[0]?.reached === true;
};

/** Returns the highest id of a noun that has a stream; 0 without any. */
export const highestId = async (database: Database, noun: string): Promise<number> => {
  const { rows } = await database.query<{ highest: number }>(
    `select coalesce(max(substring(stream from length($1) + 1)::int), 0) as highest
     from streams where starts_with(stream, $1) and substring(stream from length($1) + 1) ~ '^[0-9]+$'`,
    [`${noun}-`],
  );
  return rows[0]?.highest ?? 0;
};
