import type { Pool } from '#platform/database.ts';
import { beginning, type Guard, type Outcome, type Position, type UsedGuard } from '../event-store.ts';
import type { EncodedEvent } from '../stored-event.ts';

/** Seconds that a process may take for one attempt to send. Then another process may send the same. */
const claimSeconds = 4;

/** A command, its stream and the versions before and after. */
export type Intention = Readonly<{ commandId: string; stream: string; expected: number; version: number }>;

/** An intention whose result nobody has written yet, with all that is sent. */
export type OpenIntention = Intention &
  Readonly<{ outcome: Outcome; previous: Buffer; events: readonly EncodedEvent[] }>;

export type NewIntention = Readonly<{
  commandId: string;
  requestHash: string;
  stream: string;
  expected: number;
  events: readonly EncodedEvent[];
  outcome: Outcome;
  guards: readonly UsedGuard[];
  /** Tells this attempt from others, when the same statement is sent again. */
  attempt: string;
  /** The hash of the event before, when it is not known in Postgres. */
  previous: Buffer | undefined;
}>;

/** The answer of `intend` (migrations/401). */
export type Intended = Readonly<{
  status: 'intended' | 'repeated' | 'open' | 'reused' | 'taken' | 'unlinked';
  version: number;
  position: Position | null;
  outcome: Outcome;
  previous_hash: Buffer;
  holder: string;
}>;

/** What is known of a command. `position` is null while nobody has written its result. */
export type KnownCommand = Readonly<{
  requestHash: string;
  version: number;
  position: Position | null;
  outcome: Outcome;
}>;

type OpenRow = Intention & {
  outcome: Outcome;
  previous: Buffer;
  event_ids: string[];
  types: string[];
  schema_versions: number[];
  data: string[];
  meta: string[];
};

const asOpen = ({ event_ids, types, schema_versions, data, meta, ...row }: OpenRow): OpenIntention => ({
  ...row,
  events: event_ids.map((id, index) => ({
    id,
    type: types[index] as string,
    schemaVersion: schema_versions[index] as number,
    data: data[index] as string,
    meta: meta[index] as string,
  })),
});

/** The statements about intentions (migrations/400). Each is one round trip. */
export const createIntentions = (pool: Pool) => ({
  /** Undefined: the command that had this version of the stream was taken back at this moment. */
  intend: async (wanted: NewIntention): Promise<Intended | undefined> => {
    const { commandId, requestHash, stream, expected, events, outcome, guards, attempt, previous } = wanted;
    const { rows } = await pool.query<Intended>({
      name: 'intend',
      text: 'select * from intend($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)',
      values: [
        commandId,
        requestHash,
        stream,
        expected,
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ schemaVersion }) => schemaVersion),
        events.map(({ data }) => data),
        events.map(({ meta }) => meta),
        JSON.stringify(outcome),
        guards.map(({ name }) => name),
        guards.map(({ version }) => version),
        guards.map(({ isPassed, passes }) => (isPassed ? null : passes)),
        attempt,
        previous,
        claimSeconds,
      ],
    });
    return rows[0];
  },

  /** Returns whether a command has not ended. */
  hasOpen: async (): Promise<boolean> => {
    const { rows } = await pool.query<{ open: boolean }>(
      'select exists (select from intentions where position is null) as open',
    );
    return rows[0]?.open ?? false;
  },

  /** Claims an open intention whose claim has ended. Undefined: it is closed, or another process has it. */
  claim: async (commandId: string): Promise<OpenIntention | undefined> => {
    const { rows } = await pool.query<OpenRow>({
      name: 'claim_intention',
      text: `update intentions set claimed_until = clock_timestamp() + make_interval(secs => $2)
             where command_id = $1 and position is null and claimed_until < clock_timestamp()
             returning command_id as "commandId", stream, expected, version, outcome, previous_hash as previous,
               event_ids, types, schema_versions, data, meta`,
      values: [commandId, claimSeconds],
    });
    return rows[0] && asOpen(rows[0]);
  },

  /** Claims an intention for longer that this process already has. */
  renew: async ({ commandId, expected }: Intention): Promise<void> => {
    await pool.query(
      `update intentions set claimed_until = clock_timestamp() + make_interval(secs => $3)
       where command_id = $1 and expected = $2 and position is null`,
      [commandId, expected, claimSeconds],
    );
  },

  /** Writes the results of appends that are durable, and moves the guards that they used. */
  settle: async (results: readonly (Intention & { position: Position })[]): Promise<void> => {
    await pool.query({
      name: 'settle_intentions',
      text: `with settled as (
               update intentions i
               set position = r.position, event_ids = null, types = null, schema_versions = null, data = null, meta = null
               from unnest($1::text[], $2::bigint[], $3::text[]) as r (command_id, expected, position)
               where i.command_id = r.command_id and i.expected = r.expected and i.position is null
               returning i.raised || i.passed as used, r.position
             ), newest as (
               select u.name, max(s.position collate "C") as position from settled s, unnest(s.used) as u (name) group by u.name
             )
             update intended_guards g set position = greatest(g.position collate "C", n.position)
             from newest n where g.name = n.name`,
      values: [
        results.map(({ commandId }) => commandId),
        results.map(({ expected }) => expected),
        results.map(({ position }) => position),
      ],
    });
  },

  /** Takes an intention back whose events conflict with others, and its use of guards. */
  withdraw: async ({ commandId, expected }: Intention): Promise<void> => {
    await pool.query(
      `with gone as (
         delete from intentions where command_id = $1 and expected = $2 and position is null returning raised, passed
       )
       update intended_guards g
       set version = g.version - (g.name = any(gone.raised))::int, passes = g.passes - (g.name = any(gone.passed))::int
       from gone where g.name = any(gone.raised || gone.passed)`,
      [commandId, expected],
    );
  },

  find: async (commandId: string): Promise<KnownCommand | undefined> => {
    const { rows } = await pool.query<KnownCommand>(
      'select request_hash as "requestHash", version, position, outcome from intentions where command_id = $1',
      [commandId],
    );
    return rows[0];
  },

  /** Returns the commands that nobody works on and whose results are not written. */
  abandoned: async (most: number): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ command_id: string }>(
      `select command_id from intentions where position is null and claimed_until < clock_timestamp()
       order by claimed_until limit $1`,
      [most],
    );
    return rows.map(({ command_id }) => command_id);
  },

  /** Returns guards by their names, and the open commands that use them. Both are of one moment. */
  readGuards: async (names: readonly string[]): Promise<{ guards: readonly Guard[]; open: readonly string[] }> => {
    const { rows } = await pool.query<{ found: readonly Guard[]; open: readonly string[] }>(
      `select
         coalesce((select jsonb_agg(jsonb_build_object('name', g.name, 'version', g.version, 'passes', g.passes, 'position', g.position))
           from intended_guards g where g.name = any($1)), '[]') as found,
         coalesce((select array_agg(i.command_id) from intentions i
           where i.position is null and (i.raised || i.passed) && $1::text[]), '{}') as open`,
      [names],
    );
    const { found = [], open = [] } = rows[0] ?? {};
    const known = new Map(found.map((guard) => [guard.name, guard]));
    const none = { version: 0, passes: 0, position: beginning };
    return { guards: names.map((name) => known.get(name) ?? { name, ...none }), open };
  },

  /** Returns the newest position that a result was written for, and the id of the event there. */
  newest: async (): Promise<Readonly<{ position: Position; id: string }> | undefined> => {
    const { rows } = await pool.query<{ position: Position; id: string }>(
      `select position, last_event_id as id from intentions where position is not null
       order by position collate "C" desc limit 1`,
    );
    return rows[0];
  },

  /** How many intentions nobody has closed in time, and seconds since the oldest. */
  waiting: async (): Promise<Readonly<{ waiting: number; seconds: number }>> => {
    const { rows } = await pool.query<{ waiting: number; seconds: number }>(
      `select count(*) as waiting, coalesce(extract(epoch from clock_timestamp() - min(recorded_at)), 0)::float8 as seconds
       from intentions where position is null and claimed_until < clock_timestamp()`,
    );
    return rows[0] ?? { waiting: 0, seconds: 0 };
  },

  highestId: async (noun: string): Promise<number> => {
    const { rows } = await pool.query<{ highest: number }>(
      `select coalesce(max(substring(stream from length($1) + 1)::int), 0) as highest
       from intentions where starts_with(stream, $1) and substring(stream from length($1) + 1) ~ '^[0-9]+$'`,
      [`${noun}-`],
    );
    return rows[0]?.highest ?? 0;
  },
});

export type Intentions = ReturnType<typeof createIntentions>;
