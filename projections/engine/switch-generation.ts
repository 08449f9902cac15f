import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import { lockGenerations, showGeneration } from './generations.ts';
import { type Projection, schemaOf } from './projection.ts';

/**
 * The state of a new generation, compared with the one that is shown. `ready`: it has come as far. `blocked`: it has parked
 * streams that the other shows. `gone`: a newer one took its place.
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

/** @param locking `for update`: nobody moves the two checkpoints until the transaction ends. */
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
  // Nothing is shown yet. A parked stream must not hide all others.
  if (!live) return 'ready';
  if (next.position < live.position) return 'behind';
  return (await newlyParked(database, projection.name, live.generation, generation)) > 0 ? 'blocked' : 'ready';
};

/**
 * Shows a generation that is ready instead of the live one, whose tables are kept for a day. Readers see the whole old or the
 * whole new generation (I4), and never an older state than before (I5), because the checkpoints are compared while both are
 * locked.
 */
export const switchGeneration = async (pool: Pool, projection: Projection, generation: number): Promise<Standing> =>
  inTransaction(pool, async (client) => {
    // Shorter than the deadlock timeout: in a deadlock with a reader of several views, this statement must end, not the reader.
    await client.query(`set local lock_timeout = '500ms'`);
    // Whoever drops tables has read which ones are shown.
    await lockGenerations(client);
    const standing = await standingOf(client, projection, generation, 'for update');
    if (standing !== 'ready') return standing;
    const own = [projection.name, schemaOf(projection)];
    await client.query(
      `update generations set state = 'retired', retired_at = now()
       where projection = $1 and shown_in = $2 and state = 'live'`,
      own,
    );
    // The old tables are not shown any more, so nobody can resume their parked streams, and no list should name them.
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
