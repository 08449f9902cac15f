import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';

/** The most events in a seal: the verifier keeps the streams of one seal in memory. */
const sealSize = 5_000;

/** Seals all events that are not sealed yet (migrations/226). @returns how many events. */
export const sealLog = async (database: Database): Promise<number> => {
  let sealed = 0;
  for (;;) {
    const { rows } = await database.query<{ count: number }>('select seal_log($1) as count', [sealSize]);
    const count = rows[0]?.count ?? 0;
    sealed += count;
    if (count < sealSize) return sealed;
  }
};

/**
 * Seals the log until the signal aborts. Events since the last seal are protected only by the chains of their streams
 * and by their commands.
 *
 * @param every milliseconds between two seals. Default 10 s.
 */
export const runSeals = async (
  { pool, log, signal }: Readonly<{ pool: Database; log: Log; signal: AbortSignal }>,
  every = 10_000,
): Promise<void> => {
  while (!signal.aborted) {
    await sealLog(pool).catch((error: unknown) => log.warn({ err: error }, 'cannot seal the event log, trying again'));
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
};
