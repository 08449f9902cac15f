import type { Database } from '#platform/database.ts';
import type { StoredEvent } from '../codec.ts';
import { beginning, type Position } from '../event-store.ts';
import { parsePosition, positionSql } from './position.ts';

type Row = {
  stream: string;
  version: number;
  position: string;
  event_id: string;
  type: string;
  schema_version: number;
  data: string;
  meta: string;
};

const columns = `e.stream, e.version, ${positionSql('e')} as position, e.event_id, e.type, e.schema_version, e.data, e.meta`;

const storedEvent = ({ event_id, schema_version, ...row }: Row): StoredEvent => ({
  ...row,
  id: event_id,
  schemaVersion: schema_version,
});

/** The poll. What is fenced and how it is ordered is `read_log` (migrations/007); the planner folds it into this. */
export const readLogSql = `select ${columns} from read_log($1, $2, $3) as e order by e.xid, e.pos`;

/** The next events of the log that no transaction in flight can still come before. */
export const readLog = async (database: Database, after: Position, limit: number): Promise<readonly StoredEvent[]> => {
  const { rows } = await database.query<Row>({
    name: 'read_log',
    text: readLogSql,
    values: [...parsePosition(after), limit],
  });
  return rows.map(storedEvent);
};

export const readStream = async (
  database: Database,
  stream: string,
  fromVersion: number,
): Promise<readonly StoredEvent[]> => {
  const { rows } = await database.query<Row>({
    name: 'read_stream',
    text: `select ${columns} from events e where e.stream = $1 and e.version >= $2 order by e.version`,
    values: [stream, fromVersion],
  });
  return rows.map(storedEvent);
};

/** The newest events that every subscription is allowed to see, in log order. */
export const readNewest = async (database: Database, count: number): Promise<readonly StoredEvent[]> => {
  const { rows } = await database.query<Row>(
    `select ${columns} from events e
     where e.xid < pg_snapshot_xmin(pg_current_snapshot()) order by e.xid desc, e.pos desc limit $1`,
    [count],
  );
  return rows.map(storedEvent).reverse();
};

/** The fenced maximum: `max(pos)` would name an event before which others can still appear. */
export const readHead = async (database: Database): Promise<Position> => {
  const { rows } = await database.query<{ position: string }>(
    `select ${positionSql('e')} as position from events e
     where e.xid < pg_snapshot_xmin(pg_current_snapshot()) order by e.xid desc, e.pos desc limit 1`,
  );
  return rows[0]?.position ?? beginning;
};

/**
 * Whether an event stands at a position or after it. Without the fence: an answered command is behind it for a moment,
 * and its position is one that the log has given out.
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
