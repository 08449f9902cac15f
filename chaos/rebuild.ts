import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '#platform/database.ts';
import { allProjections } from '#projections/all-projections.ts';
import { activeGenerations, requestRebuild } from '#projections/engine/generations.ts';
import { type Projection, tablesOf } from '#projections/engine/projection.ts';
import { standingOf } from '#projections/engine/switch-generation.ts';
import { physicalName } from '#projections/engine/table.ts';

/** Milliseconds for the rebuild of one projection. */
const patience = 120_000;

/** Returns the number of rows that are in only one of the tables. */
const differences = async (pool: Pool, before: string, after: string): Promise<number> => {
  const only = (one: string, other: string) =>
    `(select to_jsonb(t) from ${one} t except all select to_jsonb(t) from ${other} t)`;
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from (${only(before, after)} union all ${only(after, before)}) rows`,
  );
  return rows[0]?.count ?? 0;
};

const rebuild = async (pool: Pool, projection: Projection, before: number): Promise<string[]> => {
  const generation = await requestRebuild(pool, projection);
  const deadline = performance.now() + patience;
  while ((await standingOf(pool, projection, generation)) !== 'live') {
    if (performance.now() > deadline) return [`${projection.name} could not be built anew`];
    await sleep(200);
  }
  const found: string[] = [];
  for (const { name } of tablesOf(projection)) {
    const count = await differences(pool, physicalName(name, before), physicalName(name, generation));
    if (count > 0) found.push(`table ${name} differs from one built anew in ${count} rows`);
  }
  return found;
};

const compare = async (pool: Pool): Promise<readonly string[]> => {
  const found: string[] = [];
  const live = (await activeGenerations(pool, allProjections)).filter(({ state }) => state === 'live');
  for (const projection of allProjections) {
    const before = live.find((generation) => generation.projection === projection.name)?.generation;
    if (before !== undefined) found.push(...(await rebuild(pool, projection, before)));
  }
  return found;
};

/**
 * Makes the running projector rebuild every read table, and compares the result with the old table. No new events may
 * come. Tries once more if they differ, because the portal itself checks its gateways now and then.
 */
export const compareWithRebuild = async (pool: Pool): Promise<readonly string[]> => {
  const found = await compare(pool);
  return found.length === 0 ? found : await compare(pool);
};
