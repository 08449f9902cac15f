import type { Database } from '#platform/database.ts';
import type { LogLag } from '../event-store.ts';

/** Normally events wait milliseconds. A transaction that blocks them this long does not end by itself. */
const alarmSeconds = 5;

/**
 * Returns the lag of delivery, for /metrics and /readyz. An open write transaction anywhere in the cluster blocks all
 * subscriptions.
 *
 * @param alarmAfter seconds. Default 5.
 */
export const logLag = async (database: Database, alarmAfter = alarmSeconds): Promise<LogLag> => {
  const { rows } = await database.query<{
    waiting: number;
    waiting_seconds: number;
    holder_seconds: number;
    holder: string | null;
  }>('select waiting, waiting_seconds, holder_seconds, holder from log_horizon()');
  const [row] = rows;
  if (!row) throw new Error('log_horizon() gave no row');
  return {
    waiting: row.waiting,
    waitingSeconds: row.waiting_seconds,
    holderSeconds: row.holder_seconds,
    holder: row.holder ?? undefined,
    alarm: row.waiting_seconds > alarmAfter || row.holder_seconds > alarmAfter,
  };
};
