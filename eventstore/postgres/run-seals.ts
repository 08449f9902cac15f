import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';

/** Events a seal at most: the verifier holds the streams of one in memory. */
const sealSize = 5_000;

/** Seals what is not sealed yet (migrations/226). @returns how many events. */
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
 * Seals the log until the signal aborts. What is younger than the last seal is covered by the chains of its
 * streams and by its commands only.
 *
 * @param every milliseconds between two seals; 10 s unless told.
 */
export const runSeals = async (
  { pool, log, signal }: Readonly<{ pool: Database; log: Log; signal: AbortSignal }>,
  every = 10_000,
): Promise<void> => {
  while (!signal.aborted) {
    await sealLog(pool).catch((error: unknown) => log.warn({ err: error }, 'the log was not sealed, trying again'));
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
};
