import type { Database } from '#platform/database.ts';

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
