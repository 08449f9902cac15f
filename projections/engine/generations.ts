import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import { thisRelease } from '#platform/release.ts';
import { createIndexes } from './create-indexes.ts';
import { type Projection, schemaOf, tablesOf } from './projection.ts';
import { createStatements, physicalName } from './table.ts';

/** A set of physical tables for one version of a projection. Its subscription is (projection, generation). */
export type Generation = Readonly<{ projection: string; generation: number; state: 'building' | 'live' | 'retired' }>;

/** One generation as it is stored. */
export type GenerationRow = Generation & Readonly<{ tables: readonly string[]; droppable: boolean }>;

/** The number of an advisory lock. Of several processes that start at once, one makes the tables. */
const generationsLock = 7_214_002;

/** Keeps others from making or dropping read tables until the transaction ends. */
export const lockGenerations = (database: Database) =>
  database.query('select pg_advisory_xact_lock($1)', [generationsLock]);

/** Less than a day, so that tables of the night before go before the next ones are made. */
const isDroppable = `retired_at < now() - interval '20 hours'`;

/** Returns the generations of this version of the projection. */
export const generationsOf = async (database: Database, projection: Projection): Promise<GenerationRow[]> => {
  const { rows } = await database.query<GenerationRow>(
    `select projection, generation, state, tables, ${isDroppable} as droppable
     from generations where projection = $1 and shown_in = $2 order by generation`,
    [projection.name, schemaOf(projection)],
  );
  return rows;
};

/** Returns every generation of these projections, in these versions, that is being built or read. */
export const activeGenerations = async (
  database: Database,
  projections: readonly Projection[],
): Promise<readonly Generation[]> => {
  const { rows } = await database.query<Generation>(
    `select projection, generation, state from generations
     where shown_in = any($1) and state <> 'retired' order by projection, generation`,
    [projections.map(schemaOf)],
  );
  return rows;
};

/** Points the views at this generation. Only inside a transaction. */
export const showGeneration = async (database: Database, projection: Projection, generation: number): Promise<void> => {
  const schema = schemaOf(projection);
  const names = tablesOf(projection).map(({ name }) => name);
  await database.query(`drop view if exists ${names.map((name) => `${schema}.${name}`).join(', ')}`);
  for (const name of names)
    await database.query(`create view ${schema}.${name} as select * from ${physicalName(name, generation)}`);
};

/** Drops the generation's tables, and the views of another release that show them. */
export const dropGeneration = async (
  database: Database,
  { projection, generation, tables }: Pick<GenerationRow, 'projection' | 'generation' | 'tables'>,
): Promise<void> => {
  await database.query(
    `drop table if exists ${tables.map((name) => physicalName(name, generation)).join(', ')} cascade`,
  );
  await database.query('delete from subscriptions where name = $1 and version = $2', [projection, generation]);
  await database.query('delete from generations where projection = $1 and generation = $2', [projection, generation]);
};

/**
 * Returns the next number of tables, over all versions, and whether the log is empty: then empty tables are complete. Events are
 * in one of two places, and each append to KurrentDB has an intention.
 */
const standOf = async (database: Database, { name }: Projection, tables: readonly string[]) => {
  // The last release has numbers of its own (migrations/390_generations.sql).
  const { rows } = await database.query<{ next: number; isEmpty: boolean }>(
    `select coalesce(max(generation) filter (where generation < 1000000), 0) + 1 as next,
       not exists (select from events) and not exists (select from intentions) as "isEmpty"
     from generations where projection = $1 or tables && $2`,
    [name, tables],
  );
  return rows[0] ?? { next: 1, isEmpty: false };
};

/**
 * Makes empty tables beside the present ones. Removes unfinished tables, and those that were retired a day ago. Tables are
 * shown when they are complete. While the log is empty, that is at once, so that readers find tables.
 *
 * @param before the generations of this version.
 */
export const createGeneration = async (
  database: Database,
  projection: Projection,
  before: readonly GenerationRow[],
): Promise<number> => {
  const tables = tablesOf(projection);
  const names = tables.map(({ name }) => name);
  const { next: generation, isEmpty } = await standOf(database, projection, names);
  const isFull = isEmpty && !before.some(({ state }) => state === 'live');
  for (const row of before) if (row.state === 'building' || row.droppable) await dropGeneration(database, row);
  await database.query('select make_read_schema($1)', [schemaOf(projection)]);
  for (const table of tables)
    for (const statement of createStatements(table, generation)) await database.query(statement);
  if (isFull) await createIndexes(database, projection, generation);
  await database.query('insert into subscriptions (name, version) values ($1, $2)', [projection.name, generation]);
  await database.query(
    `insert into generations (projection, generation, code_version, shown_in, tables, state, release, switched_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $6 = 'live' then now() end)`,
    [
      projection.name,
      generation,
      projection.version,
      schemaOf(projection),
      names,
      isFull ? 'live' : 'building',
      thisRelease.version,
    ],
  );
  if (isFull) await showGeneration(database, projection, generation);
  return generation;
};

/** Makes the tables of these versions of the projections that do not exist yet. Leaves tables of other versions alone. */
export const ensureGenerations = async (pool: Pool, projections: readonly Projection[]): Promise<void> =>
  inTransaction(pool, async (client) => {
    await lockGenerations(client);
    for (const projection of projections) {
      const rows = await generationsOf(client, projection);
      if (rows.every(({ state }) => state === 'retired')) await createGeneration(client, projection, rows);
    }
  });

/**
 * Begins to build a projection anew from the first event. Does nothing if it is being built already.
 *
 * @returns the generation under construction. A process that runs projections fills it and shows it.
 */
export const requestRebuild = async (pool: Pool, projection: Projection): Promise<number> =>
  inTransaction(pool, async (client) => {
    await lockGenerations(client);
    const rows = await generationsOf(client, projection);
    const building = rows.find(({ state }) => state === 'building');
    return building ? building.generation : createGeneration(client, projection, rows);
  });

/** Drops tables of these projections that were shown until a day ago. */
export const dropRetired = async (pool: Pool, projections: readonly Projection[]): Promise<void> => {
  const old = `select from generations where shown_in = any($1) and state = 'retired' and ${isDroppable} limit 1`;
  if ((await pool.query(old, [projections.map(schemaOf)])).rowCount === 0) return;
  await inTransaction(pool, async (client) => {
    // Gives way to whoever still reads them.
    await client.query(`set local lock_timeout = '500ms'`);
    await lockGenerations(client);
    for (const projection of projections)
      for (const row of await generationsOf(client, projection)) if (row.droppable) await dropGeneration(client, row);
  });
};
