import type { ClientBase } from 'pg';
import type { Database } from '#platform/database.ts';
import { keyIdOf } from '#platform/encryption.ts';
import { UnfitError } from '#platform/unfit-error.ts';

/** Thrown when the server or this copy of the log must not be written to. The message names all reasons. */
export class UnfitLogError extends UnfitError {
  constructor(problems: readonly string[]) {
    super(`the event log cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'UnfitLogError';
  }
}

type Row = {
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  read_only: string;
  recovering: boolean;
  cache: number;
  foreign: boolean;
  other_key: boolean;
};

/** SQL that tells whether the newest event has a transaction id that this cluster has not used yet. */
const foreignSql = `coalesce((
  select e.xid >= pg_snapshot_xmax(pg_current_snapshot()) from events e order by e.xid desc, e.pos desc limit 1
), false)`;

/** Returns whether the log comes from another cluster and has not been rebased since. */
export const isForeignLog = async (database: Pick<ClientBase, 'query'>): Promise<boolean> => {
  const { rows } = await database.query<{ foreign: boolean }>(`select ${foreignSql} as foreign`);
  return rows[0]?.foreign ?? false;
};

/**
 * Checks that the log can be used. Each process calls this before it reads or appends (requirement G4). Refuses a
 * server that is a replica or may lose acknowledged events. Refuses a log that was restored into another cluster: there
 * the transaction ids start low, so subscriptions would not see the old events, and new events would come before them.
 *
 * @param key PORTICO_KEY: refused when the stored data were encrypted with another key.
 * @throws UnfitLogError
 */
export const checkLog = async (database: Database, key?: Buffer): Promise<void> => {
  const { rows } = await database.query<Row>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('default_transaction_read_only') as read_only, pg_is_in_recovery() as recovering,
       (select seqcache from pg_sequence where seqrelid = 'event_pos'::regclass) as cache,
       ${foreignSql} as foreign,
       exists (select from subject_keys where key_id <> $1 and wrapped is not null)
         or exists (select from secrets where key_id <> $1 and destroyed_at is null) as other_key`,
    [key ? keyIdOf(key) : null],
  );
  const [state] = rows as [Row];
  const problems = [
    ...(state.fsync === 'on' ? [] : ['fsync is off: acknowledged events can be lost']),
    ...(state.full_page_writes === 'on' ? [] : ['full_page_writes is off: a crash can tear pages of the log']),
    ...(state.synchronous_commit === 'off' ? ['synchronous_commit is off: acknowledged events can be lost'] : []),
    ...(state.recovering ? ['the server is a replica or still recovering'] : []),
    ...(state.read_only === 'on' ? ['the server refuses writes (default_transaction_read_only)'] : []),
    ...(state.cache === 1 ? [] : ['the sequence event_pos must have cache 1']),
    ...(state.foreign
      ? ['it was restored from another cluster: stop every process and run npm run rebase-log once']
      : []),
    ...(state.other_key
      ? ['PORTICO_KEY is not the key that stored secrets and personal data were encrypted with']
      : []),
  ];
  if (problems.length > 0) throw new UnfitLogError(problems);
};
