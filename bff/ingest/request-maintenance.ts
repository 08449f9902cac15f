import type { Database } from '#platform/database.ts';
import type { Services } from '../http/services.ts';

const hour = 3_600_000;
const daysAhead = 3;

/**
 * Creates the partitions of the next days ahead of time, and drops calls, counts and tried calls that are older than the
 * retention.
 *
 * @param keepDays days that calls are kept.
 * @returns the number of dropped days.
 */
export const maintainRequests = async (database: Database, keepDays: number): Promise<number> => {
  await database.query(
    `select ensure_request_partition((now() at time zone 'UTC')::date + ahead) from generate_series(0, $1::integer) as ahead`,
    [daysAhead],
  );
  await database.query('delete from tried_calls where tried_at < now() - make_interval(days => $1)', [keepDays]);
  const { rows } = await database.query<{ dropped: number }>('select drop_old_requests($1) as dropped', [keepDays]);
  return rows[0]?.dropped ?? 0;
};

/** Runs the maintenance now and every hour. Several processes may run it at once. @returns a function that stops it. */
export const startRequestMaintenance = ({ pool, log, settings }: Services): (() => void) => {
  const run = () =>
    maintainRequests(pool, settings.TELEMETRY_RETENTION_DAYS).then(
      (dropped) => dropped > 0 && log.info({ dropped }, 'days of gateway requests dropped'),
      (error: unknown) => log.warn({ err: error }, 'gateway requests not maintained, tried again in an hour'),
    );
  void run();
  const timer = setInterval(run, hour);
  timer.unref();
  return () => clearInterval(timer);
};
