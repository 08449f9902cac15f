import type { Database } from '#platform/database.ts';

/** The server or the copy of the log is not fit to be written to; the message names every reason. */
export class UnfitLogError extends Error {
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
};

/**
 * To call before a process reads or appends (reliability G4). Refuses a server that may lose acknowledged events
 * or is a replica, and a log that was restored into another cluster: transaction ids start low there, so the old
 * events would be hidden behind the fence and the new ones sorted before them.
 *
 * @throws UnfitLogError
 */
export const checkLog = async (database: Database): Promise<void> => {
  const { rows } = await database.query<Row>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('default_transaction_read_only') as read_only, pg_is_in_recovery() as recovering,
       (select seqcache from pg_sequence where seqrelid = 'event_pos'::regclass) as cache,
       coalesce((select e.xid >= pg_snapshot_xmax(pg_current_snapshot()) from events e order by e.xid desc, e.pos desc limit 1), false) as foreign`,
  );
  const [state] = rows as [Row];
  const problems = [
    ...(state.fsync === 'on' ? [] : ['fsync is off: acknowledged events can be lost']),
    ...(state.full_page_writes === 'on' ? [] : ['full_page_writes is off: a crash can tear pages of the log']),
    ...(state.synchronous_commit === 'off' ? ['synchronous_commit is off: acknowledged events can be lost'] : []),
    ...(state.recovering ? ['the server is a replica or still recovering'] : []),
    ...(state.read_only === 'on' ? ['the server takes no writes (default_transaction_read_only)'] : []),
    ...(state.cache === 1 ? [] : ['the sequence event_pos must have cache 1']),
    ...(state.foreign
      ? ['it was restored from another cluster: stop every process and run npm run rebase-log once']
      : []),
  ];
  if (problems.length > 0) throw new UnfitLogError(problems);
};
