import type { Database } from '#platform/database.ts';

/**
 * @property waiting        events that are durable but not delivered yet; counted up to 10,000.
 * @property waitingSeconds how long the oldest of them has waited.
 * @property holderSeconds  age of the oldest transaction in the whole cluster that has written something.
 * @property holder         who that is, for the operator; undefined when there is none.
 * @property alarm          delivery is held up: whoever `holder` is must end it.
 */
export type LogLag = Readonly<{
  waiting: number;
  waitingSeconds: number;
  holderSeconds: number;
  holder: string | undefined;
  alarm: boolean;
}>;

/** Events wait milliseconds in normal running; whatever holds them this long does not go away by itself. */
const alarmSeconds = 5;

/**
 * For /metrics and /readyz. A write transaction left open anywhere in the cluster holds back every subscription.
 *
 * @param alarmAfter seconds; 5 unless told.
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
