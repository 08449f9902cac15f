import { cutText } from '#platform/cut-text.ts';
import type { Database } from '#platform/database.ts';
import { beginning, type Position } from './event-store.ts';
import { type KeptCheckpoint, openCheckpoint } from './merkle/checkpoint.ts';
import type { NoteVerifier } from './merkle/signed-note.ts';
import type { CheckpointPlace } from './merkle/tree-source.ts';
import { keptCheckpoints } from './postgres/log-checkpoints.ts';

/** The names of the places that get the trail, which are the names of their subscriptions. */
export const trailSinkNames = ['trail-file', 'trail-address', 'trail-syslog'] as const;

/** Characters of a fault that are stored. */
const faultLength = 200;

/** Returns the seal of the newest checkpoint that a place has. */
const keptUntil = async (database: Database, sink: string): Promise<number> => {
  const { rows } = await database.query<{ seal: number }>('select seal from trail_sinks where sink = $1', [sink]);
  return rows[0]?.seal ?? 0;
};

/**
 * Returns the checkpoints that a place does not have yet, in order. It ends before one that the key of the log has not signed.
 *
 * @param until the newest event that the place has: no checkpoint covers a later one.
 */
export async function* checkpointsFor(
  database: Database,
  verifier: NoteVerifier,
  { sink, place, until }: Readonly<{ sink: string; place: CheckpointPlace; until: Position }>,
): AsyncGenerator<KeptCheckpoint> {
  if (until === beginning) return;
  for await (const checkpoint of keptCheckpoints(database, { place, after: await keptUntil(database, sink), until })) {
    if (!openCheckpoint(verifier, checkpoint.note)) return;
    yield checkpoint;
  }
}

export const noteKept = async (database: Database, sink: string, seal: number): Promise<void> => {
  await database.query(
    'insert into trail_sinks (sink, seal) values ($1, $2) on conflict (sink) do update set seal = excluded.seal',
    [sink, seal],
  );
};

/** Keeps why a place takes nothing, and since when. */
export const noteFault = async (database: Database, sink: string, fault: string): Promise<void> => {
  await database.query(
    `insert into trail_sinks (sink, failing_since, fault) values ($1, now(), $2)
     on conflict (sink) do update set failing_since = coalesce(trail_sinks.failing_since, now()), fault = excluded.fault`,
    [sink, cutText(fault, faultLength)],
  );
};

/** Ends a fault that was told. */
export const noteWell = async (database: Database, sink: string): Promise<void> => {
  await database.query(
    'update trail_sinks set failing_since = null, fault = null where sink = $1 and failing_since is not null',
    [sink],
  );
};

/** The most waiting events that are counted. */
const mostCounted = 10_000;

/**
 * How far a place has the trail.
 *
 * @property waiting        events that it does not have yet, up to 10,000. Null: unknown, for a log in KurrentDB.
 * @property waitingSeconds how long the oldest of them has waited. 0 without any.
 * @property checkpoints    signed checkpoints that it does not have yet.
 * @property failingSince   since when it takes nothing. Null: it takes what it gets.
 */
export type TrailState = Readonly<{
  sink: string;
  state: 'running' | 'paused' | 'faulted';
  waiting: number | null;
  waitingSeconds: number;
  checkpoints: number;
  failingSince: Date | null;
  fault: string | null;
}>;

/** The two numbers of a position in Postgres. Through numeric, because xid8 reads a leading zero as octal. */
const pair = `coalesce(nullif(split_part(s.position, ':', 1), '')::numeric::text, '0')::xid8,
  coalesce(nullif(split_part(s.position, ':', 2), ''), '0')::bigint`;

/**
 * Returns how far each place has the trail that ever got it.
 *
 * @param place where the checkpoints of the log are. Events that wait are counted only of a log in Postgres.
 */
export const readTrailStates = async (database: Database, place: CheckpointPlace): Promise<readonly TrailState[]> => {
  const isInPostgres = place === 'log_checkpoints';
  const counted = `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(recorded_at))::float8 as seconds
    from read_log(${pair}, ${mostCounted})`;
  const { rows } = await database.query<TrailState>(
    `select s.name as sink, s.state, w.waiting, coalesce(w.seconds, 0) as "waitingSeconds",
       (select count(*)::int from ${place} c where c.seal > coalesce(t.seal, 0)) as checkpoints,
       t.failing_since as "failingSince", t.fault
     from subscriptions s left join trail_sinks t on t.sink = s.name
     cross join lateral (${isInPostgres ? counted : 'select null::int as waiting, 0::float8 as seconds'}) w
     where s.name = any($1) order by s.name`,
    [trailSinkNames],
  );
  return rows;
};
