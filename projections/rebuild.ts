import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '#platform/database.ts';
import { allProjections } from './all-projections.ts';
import { checkGenerations } from './engine/check-generations.ts';
import { dropRetired, requestRebuild } from './engine/generations.ts';
import type { Projection } from './engine/projection.ts';
import type { RunOptions } from './engine/run-generation.ts';
import { type Standing, standingOf } from './engine/switch-generation.ts';
import { runProjections } from './run-projections.ts';

type RebuildOptions = Pick<RunOptions, 'store' | 'pool' | 'log' | 'signal'>;

/** Milliseconds between two looks. */
const interval = 100;
/** So often a running projector is given the chance to take the new tables, before this process fills them itself. */
const looks = 15;

/** Whether a process fills the new tables; a projector that does goes on with them without a pause. */
const isTaken = async (pool: Pool, { name }: Projection, generation: number): Promise<boolean> => {
  for (let look = 0; look < looks; look += 1) {
    await sleep(interval);
    const { rowCount } = await pool.query(
      'select from subscriptions where name = $1 and version = $2 and lease_until > clock_timestamp()',
      [name, generation],
    );
    if (rowCount === 1) return true;
  }
  return false;
};

/**
 * Fills new tables from the first event while the old ones are read, then shows the new. Another process may do the
 * work; this one waits until it is done.
 *
 * @param anew whether new tables that are being filled already are thrown away.
 * @returns `live` when the new tables are shown; anything else is why not. `behind` and `ready`: the signal came first.
 */
export const rebuild = async (
  options: RebuildOptions,
  projection: Projection,
  anew = false,
): Promise<Readonly<{ generation: number; standing: Standing }>> => {
  const { pool, signal } = options;
  const generation = await requestRebuild(pool, projection, anew);
  const stopping = new AbortController();
  const running = (await isTaken(pool, projection, generation))
    ? Promise.resolve()
    : runProjections({ ...options, signal: AbortSignal.any([signal, stopping.signal]), projections: [projection] });
  try {
    for (;;) {
      const standing = await standingOf(pool, projection, generation);
      if ((standing !== 'behind' && standing !== 'ready') || signal.aborted) return { generation, standing };
      await sleep(interval);
    }
  } finally {
    stopping.abort();
    await running;
  }
};

/**
 * To call before `replaceReadTables`, and before what makes it necessary.
 *
 * @throws ReleaseError when a newer release made the read tables.
 */
export const checkReadTables = (pool: Pool): Promise<void> => checkGenerations(pool, allProjections);

/**
 * Builds all read tables anew and drops those of before, so that nothing is left of what the log no longer says.
 *
 * @returns the names of the projections whose old tables are still there.
 */
export const replaceReadTables = async (options: RebuildOptions): Promise<readonly string[]> => {
  const left: string[] = [];
  for (const projection of allProjections) {
    const { standing } = await rebuild(options, projection, true);
    if (standing === 'live') await dropRetired(options.pool, projection);
    else left.push(projection.name);
  }
  return left;
};
