import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import { showGeneration } from './generations.ts';
import { type Projection, schemaOf } from './projection.ts';

/**
 * How a generation stands beside the one that is shown. `ready`: it has come as far. `blocked`: streams are parked
 * in it that are not in the other, so it would show less. `gone`: a newer one took its place.
 */
export type Standing = 'behind' | 'ready' | 'blocked' | 'live' | 'gone';

type Row = { generation: number; state: 'building' | 'live'; position: string };

const newlyParked = async (database: Database, name: string, from: number, to: number): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(
    `select count(*) from parked_streams n where name = $1 and version = $2
     and not exists (select from parked_streams o where o.name = $1 and o.version = $3 and o.stream = n.stream)`,
    [name, to, from],
  );
  return rows[0]?.count ?? 0;
};

/** @param locking `for update` keeps both checkpoints where they are until the transaction ends. */
export const standingOf = async (
  database: Database,
  projection: Projection,
  generation: number,
  locking: '' | 'for update' = '',
): Promise<Standing> => {
  const { rows } = await database.query<Row>(
    `select g.generation, g.state, s.position from generations g
     join subscriptions s on s.name = g.projection and s.version = g.generation
     where g.projection = $1 and g.shown_in = $2 and g.state <> 'retired' order by g.generation ${locking}`,
    [projection.name, schemaOf(projection)],
  );
  const next = rows.find((row) => row.generation === generation);
  const live = rows.find(({ state }) => state === 'live');
  if (!next) return 'gone';
  if (next.state === 'live') return 'live';
  // Without these tables nothing is shown at all, so a parked stream doesn't keep the others from being shown.
  if (!live) return 'ready';
  if (next.position < live.position) return 'behind';
  return (await newlyParked(database, projection.name, live.generation, generation)) > 0 ? 'blocked' : 'ready';
};

/**
 * Shows a generation that is ready instead of the live one, whose tables are kept for a day. Readers see all of the
 * old or all of the new (I4), and never an older state than before (I5): the checkpoints are compared while both
 * are locked.
 */
export const switchGeneration = async (pool: Pool, projection: Projection, generation: number): Promise<Standing> =>
  inTransaction(pool, async (client) => {
    // Shorter than the deadlock timeout: a reader of several views that we cross must not be the one that is ended.
    await client.query(`set local lock_timeout = '500ms'`);
    const standing = await standingOf(client, projection, generation, 'for update');
    if (standing !== 'ready') return standing;
    const own = [projection.name, schemaOf(projection)];
    await client.query(
      `update generations set state = 'retired', retired_at = now()
       where projection = $1 and shown_in = $2 and state = 'live'`,
      own,
    );
    // Nobody can resume what waits for tables that are not shown any more, so nobody is told of it either.
    await client.query(
      `delete from parked_streams p using generations g
       where p.name = $1 and g.projection = $1 and g.shown_in = $2 and g.generation = p.version and g.state = 'retired'`,
      own,
    );
    await client.query(
      `update generations set state = 'live', switched_at = now() where projection = $1 and generation = $2`,
      [projection.name, generation],
    );
    await showGeneration(client, projection, generation);
    return 'live';
  });
