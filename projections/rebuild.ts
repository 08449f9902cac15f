import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '#platform/database.ts';
import { allProjections } from './all-projections.ts';
import { activeGenerations, requestRebuild } from './engine/generations.ts';
import { dropOthers, outdatedOthers } from './engine/other-releases.ts';
import type { Projection } from './engine/projection.ts';
import { renewErased } from './engine/renew-erased.ts';
import type { RunOptions } from './engine/run-generation.ts';
import { type Standing, standingOf } from './engine/switch-generation.ts';
import { runProjections } from './run-projections.ts';

type RebuildOptions = Pick<RunOptions, 'store' | 'pool' | 'log' | 'signal'>;

/** Milliseconds between two checks. */
const interval = 100;
/** How many checks to wait for a running projector to fill the new tables, before this process fills them. */
const looks = 15;

/** Returns whether another process fills the new tables. A projector that does so goes on with them afterwards. */
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
 * Waits until new tables are full and shown. If no other process fills them, this one does.
 *
 * @returns `live` when they are shown, otherwise the reason why not. `behind` and `ready`: the signal aborted first.
 */
const untilShown = async (options: RebuildOptions, projection: Projection, generation: number): Promise<Standing> => {
  const { pool, signal } = options;
  const stopping = new AbortController();
  const running = (await isTaken(pool, projection, generation))
    ? Promise.resolve()
    : runProjections({ ...options, signal: AbortSignal.any([signal, stopping.signal]), projections: [projection] });
  try {
    for (;;) {
      const standing = await standingOf(pool, projection, generation);
      if ((standing !== 'behind' && standing !== 'ready') || signal.aborted) return standing;
      await sleep(interval);
    }
  } finally {
    stopping.abort();
    await running;
  }
};

/** Fills new tables from the first event while people read the old ones, then shows them. */
export const rebuild = async (
  options: RebuildOptions,
  projection: Projection,
): Promise<Readonly<{ generation: number; standing: Standing }>> => {
  const generation = await requestRebuild(options.pool, projection);
  return { generation, standing: await untilShown(options, projection, generation) };
};

/**
 * Waits until no read table has a value of a person whose key was destroyed.
 *
 * @returns the names of the projections whose old tables still exist.
 */
export const finishErasure = async (options: RebuildOptions): Promise<readonly string[]> => {
  const { pool } = options;
  const left: string[] = [];
  for (const projection of allProjections) {
    await renewErased(pool, [projection]);
    const newest = (await activeGenerations(pool, [projection])).at(-1);
    const standing = newest ? await untilShown(options, projection, newest.generation) : 'gone';
    if (standing !== 'live') left.push(projection.name);
  }
  // Drops the tables that are not shown any more.
  await renewErased(pool, allProjections);
  await dropOthers(pool, allProjections);
  return [...left, ...(await outdatedOthers(pool, allProjections)).map((name) => `${name} of another release`)];
};
