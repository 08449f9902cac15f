import { type Database, isMissingTable } from '#platform/database.ts';
import type { Services } from '../http/services.ts';
import { readDocumentOperations } from './document-operations.ts';
import { foldRequests } from './fold-requests.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const daysAhead = 3;

/** Days that calls are kept, and days that their counts are kept. */
export type Retention = Readonly<{ calls: number; counts: number }>;

/**
 * Creates the partitions of the next days ahead of time, drops calls, tried calls, calls of workers and counts that are
 * older than the retention, and
 * sums up the counts of days that are over.
 *
 * @returns the number of dropped days.
 */
export const maintainRequests = async (database: Database, { calls, counts }: Retention): Promise<number> => {
  await database.query(
    `select ensure_request_partition((now() at time zone 'UTC')::date + ahead) from generate_series(0, $1::integer) as ahead`,
    [daysAhead],
  );
  await database.query('delete from tried_calls where tried_at < now() - make_interval(days => $1)', [calls]);
  await database.query('delete from operation_calls where ended_at < now() - make_interval(days => $1)', [calls]);
  const { rows } = await database.query<{ dropped: number }>('select drop_old_requests($1) as dropped', [calls]);
  await database.query('select drop_old_request_counts($1)', [counts]);
  await database.query('select sum_up_days()');
  return rows[0]?.dropped ?? 0;
};

/**
 * Makes the indexes by which single calls are found on the partitions of days that get no more calls (migration 427).
 *
 * @param signal ends it between two days.
 */
export const indexOldRequests = async (database: Database, signal?: AbortSignal): Promise<void> => {
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const { rows } = await database.query<{ more: boolean }>('select index_old_requests() as more');
    isMore = rows[0]?.more === true;
  }
};

/**
 * Adds the days that are over to the blocks that rankings read (migration 543).
 *
 * @param signal ends it between two blocks.
 */
export const blockRequests = async (database: Database, signal?: AbortSignal): Promise<void> => {
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const { rows } = await database.query<{ more: boolean }>('select block_requests() as more');
    isMore = rows[0]?.more === true;
  }
};

/** Runs a task now and again and again, never twice at once. @returns a function that stops it. */
const repeat = (task: () => Promise<unknown>, interval: number, failed: (error: unknown) => void): (() => void) => {
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    await task().catch(failed);
    isRunning = false;
  };
  void run();
  const timer = setInterval(() => void run(), interval);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Keeps what is stored of gateway calls: every hour drops what is too old, and sums up and indexes the days
 * that are over, every 5 s adds new calls to the sums, and every
 * minute reads the operations of newly deployed documents. Several processes may run it at once.
 *
 * @returns a function that stops it.
 */
export const startRequestMaintenance = ({ pool, log, settings }: Services): (() => void) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const retention = {
    calls: settings.TELEMETRY_RETENTION_DAYS,
    counts: Math.max(settings.TELEMETRY_RETENTION_DAYS, settings.TELEMETRY_COUNTS_RETENTION_DAYS),
  };
  const maintain = async () => {
    const dropped = await maintainRequests(pool, retention);
    if (dropped > 0) log.info({ dropped }, 'days of gateway requests dropped');
    await indexOldRequests(pool, signal);
    await blockRequests(pool, signal);
  };
  const read = async () => {
    while (await readDocumentOperations(pool, signal));
  };
  const warn = (what: string) => (error: unknown) => {
    // The projector creates the read tables when it starts.
    if (!signal.aborted && !isMissingTable(error)) log.warn({ err: error }, `${what}, tried again soon`);
  };
  const stops = [
    repeat(maintain, hour, warn('gateway requests not maintained')),
    repeat(() => foldRequests(pool, signal), 5 * second, warn('gateway requests not summed up')),
    repeat(read, minute, warn('operations of documents not read')),
  ];
  return () => {
    stopping.abort();
    for (const stop of stops) stop();
  };
};
