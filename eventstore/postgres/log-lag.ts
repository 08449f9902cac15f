import type { Database } from '#platform/database.ts';

/**
 * @property waiting        number of events that are durable but not delivered yet, up to 10,000.
 * @property waitingSeconds how long the oldest of them has waited.
 * @property holderSeconds  age of the oldest transaction in the whole cluster that has written something.
 * @property holder         names that transaction for the operator; undefined when there is none.
 * @property alarm          whether the transaction blocks delivery, and the operator must end it.
 */
export type LogLag = Readonly<{
  waiting: number;
  waitingSeconds: number;
  holderSeconds: number;
  holder: string | undefined;
  alarm: boolean;
}>;

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
