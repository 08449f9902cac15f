import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '#eventstore/event-store.ts';
import type { Pool } from '#platform/database.ts';
import { readSchemas, schemasOf } from './read-path.ts';
import type { ProjectedTables } from './read-tables.ts';

/** Milliseconds between checks. The last one repeats. A projection usually shows an event within 30 ms. */
const pauses = [5, 5, 10, 15, 30, 50];

const reachedSql = `
  select coalesce(bool_and(coalesce(s.position collate "C" >= $1, false)), true) as reached
  from unnest($2::text[]) as own (schema) left join generations g on g.shown_in = own.schema and g.state = 'live'
  left join subscriptions s on s.name = g.projection and s.version = g.generation`;

/**
 * Read your own writes (I5): waits until the read tables show everything up to a position.
 *
 * @param timeoutMs the most milliseconds to wait. Default: 5,000, because a timeout is an error for the caller, and a busy
 *                  database delays its readers by seconds.
 * @param tables    the read tables to wait for. Default: all. An empty list waits for nothing.
 * @returns false if they have not come that far in time.
 */
export const waitForPosition = async (
  pool: Pool,
  position: Position,
  timeoutMs = 5_000,
  tables?: readonly (keyof ProjectedTables)[],
): Promise<boolean> => {
  const schemas = tables ? schemasOf(tables) : readSchemas;
  const deadline = performance.now() + timeoutMs;
  for (let look = 0; ; look += 1) {
    const { rows } = await pool.query<{ reached: boolean }>(reachedSql, [position, schemas]);
    if (rows[0]?.reached) return true;
    const left = deadline - performance.now();
    if (left <= 0) return false;
    await sleep(Math.min(left, pauses[look] ?? pauses.at(-1) ?? 50));
  }
};
