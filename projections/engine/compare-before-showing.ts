import { type ChangedRow, keepChangedRows } from '#eventstore/log-verifications.ts';
import type { Pool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { compareWithShown } from './compare-with-shown.ts';
import type { Projection } from './projection.ts';

/** How often new tables are held back because they never showed the same events as the old ones. */
const mostUneven = 10;
/** How often they are held back because they could not be compared. */
const mostFailed = 3;

/**
 * Returns what compares new tables with those that are shown, and keeps which shown rows do not follow from the events. It holds
 * the new ones back a few times only: they are right, whatever somebody did to the old ones.
 *
 * @returns whether the new tables may be shown.
 */
export const createComparing = (
  { pool, log }: Readonly<{ pool: Pool; log: Log }>,
  projection: Projection,
  generation: number,
): (() => Promise<boolean>) => {
  const { name } = projection;
  let uneven = 0;
  let failures = 0;

  const tellRows = async (rows: readonly ChangedRow[]): Promise<void> => {
    if (rows.length === 0) return;
    log.error({ projection: name, rows }, 'rows of read tables were changed by hand, the new tables are right');
    await keepChangedRows(pool, rows);
  };

  const tellFailed = async (tables: readonly string[]): Promise<void> => {
    log.error({ projection: name, generation, tables }, 'read tables could not be compared, the new ones are shown');
    await keepChangedRows(
      pool,
      tables.map((table) => ({ table, key: '', compared: false })),
    );
  };

  const compare = async (): Promise<boolean> => {
    const { isEven, isUrgent, rows, failed } = await compareWithShown(pool, projection, generation);
    if (!isEven) {
      uneven += 1;
      if (uneven < mostUneven && !isUrgent) return false;
      log.warn(
        { projection: name, generation },
        'events come too fast to compare the new read tables with those shown',
      );
      return true;
    }
    for (const { table, error } of failed)
      log.warn({ err: error, projection: name, generation, table }, 'could not compare a read table');
    if (failed.length > 0 && !isUrgent && failures + 1 < mostFailed) {
      failures += 1;
      return false;
    }
    await tellRows(rows);
    if (failed.length > 0) await tellFailed(failed.map(({ table }) => table));
    return true;
  };

  return async () => {
    try {
      return await compare();
    } catch (error) {
      failures += 1;
      if (failures < mostFailed) throw error;
      // Also where nothing can be kept.
      await tellFailed([name]).catch((fault: unknown) =>
        log.error({ err: fault }, 'cannot keep what was not compared'),
      );
      return true;
    }
  };
};
