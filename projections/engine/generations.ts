import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import { thisRelease } from '#platform/release.ts';
import { type Projection, tablesOf } from './projection.ts';
import { createStatements, indexStatements, physicalName } from './table.ts';

/** One set of physical tables of a projection; its subscription is (projection, generation). */
export type Generation = Readonly<{
  projection: string;
  generation: number;
  codeVersion: number;
  state: 'building' | 'live' | 'retired';
}>;

/** One generation as it is stored. */
export type GenerationRow = {
  projection: string;
  generation: number;
  code_version: number;
  state: Generation['state'];
  tables: string[];
  droppable: boolean;
};

/** Any constant: of several processes that start at once, one makes the tables. */
const generationsLock = 7_214_002;

/** Nobody else makes or drops read tables until the transaction ends. */
export const lockGenerations = (database: Database) =>
  database.query('select pg_advisory_xact_lock($1)', [generationsLock]);

/** @param projection null: of all. */
export const generationsOf = async (database: Database, projection: string | null): Promise<GenerationRow[]> => {
  const { rows } = await database.query<GenerationRow>(
    `select projection, generation, code_version, state, tables, retired_at < now() - interval '1 day' as droppable
     from read_generations where $1::text is null or projection = $1 order by projection, generation`,
    [projection],
  );
  return rows;
};

/** Every generation that is being built or read. */
export const activeGenerations = async (database: Database): Promise<readonly Generation[]> =>
  (await generationsOf(database, null))
    .filter(({ state }) => state !== 'retired')
    .map(({ projection, generation, code_version, state }) => ({
      projection,
      generation,
      codeVersion: code_version,
      state,
    }));

const viewsOf = (projection: Projection): string[] => [
  ...tablesOf(projection).map(({ name }) => name),
  ...Object.keys(projection.formerTables ?? {}),
];

/** The views of all generations, apart from those of tables that went to another projection. */
const shownBefore = async (database: Database, { name }: Projection): Promise<string[]> => {
  const { rows } = await database.query<{ view: string }>(
    `select unnest(tables) as view from read_generations where projection = $1
     except select unnest(tables) from read_generations where projection <> $1`,
    [name],
  );
  return rows.map(({ view }) => view);
};

/** Points the views at this generation, and removes those that only an older release had. Only inside a transaction. */
export const showGeneration = async (database: Database, projection: Projection, generation: number): Promise<void> => {
  const views = [...new Set([...(await shownBefore(database, projection)), ...viewsOf(projection)])];
  await database.query(`drop view if exists ${views.map((name) => `read.${name}`).join(', ')}`);
  for (const { name } of tablesOf(projection))
    await database.query(`create view read.${name} as select * from ${physicalName(name, generation)}`);
  for (const [name, query] of Object.entries(projection.formerTables ?? {}))
    await database.query(`create view read.${name} as ${query}`);
};

export const dropGeneration = async (
  database: Database,
  { projection, generation, tables }: GenerationRow,
): Promise<void> => {
  await database.query(`drop table if exists ${tables.map((name) => physicalName(name, generation)).join(', ')}`);
  await database.query('delete from subscriptions where name = $1 and version = $2', [projection, generation]);
  await database.query('delete from read_generations where projection = $1 and generation = $2', [
    projection,
    generation,
  ]);
};

/** Makes the indexes for queries; a rebuild waits with them until its tables are full, since each row is then written faster. */
export const createIndexes = async (database: Database, projection: Projection, generation: number): Promise<void> => {
  for (const table of tablesOf(projection)) {
    for (const text of indexStatements(table, generation)) {
      // An hour: the pool's own limit would end an index of millions of rows again and again.
      const statement = { text, query_timeout: 3_600_000 };
      await database.query(statement);
    }
  }
};

/** Makes empty tables beside what is there, and removes what nobody can want back: unfinished ones, and those retired for a day. */
export const createGeneration = async (
  database: Database,
  projection: Projection,
  before: readonly GenerationRow[],
): Promise<number> => {
  const generation = Math.max(0, ...before.map((row) => row.generation)) + 1;
  for (const row of before) if (row.state === 'building' || row.droppable) await dropGeneration(database, row);
  for (const table of tablesOf(projection))
    for (const statement of createStatements(table, generation)) await database.query(statement);
  // The first is shown at once, so that readers find tables, if empty ones.
  const first = !before.some(({ state }) => state === 'live');
  if (first) await createIndexes(database, projection, generation);
  await database.query('insert into subscriptions (name, version) values ($1, $2)', [projection.name, generation]);
  await database.query(
    `insert into read_generations (projection, generation, code_version, tables, state, release, switched_at)
     values ($1, $2, $3, $4, $5, $6, case when $5 = 'live' then now() end)`,
    [
      projection.name,
      generation,
      projection.version,
      viewsOf(projection),
      first ? 'live' : 'building',
      thisRelease.version,
    ],
  );
  if (first) await showGeneration(database, projection, generation);
  return generation;
};

/**
 * Makes sure that there are tables for this version of the program: the first ones, or new ones to be built beside
 * those of an older version. Tables of a newer version are left alone: this process is the one that is out of date.
 */
export const ensureGenerations = async (pool: Pool, projections: readonly Projection[]): Promise<void> =>
  inTransaction(pool, async (client) => {
    await lockGenerations(client);
    for (const projection of projections) {
      const rows = await generationsOf(client, projection.name);
      const newest = Math.max(
        0,
        ...rows.filter(({ state }) => state !== 'retired').map(({ code_version }) => code_version),
      );
      if (newest < projection.version) await createGeneration(client, projection, rows);
    }
  });

/**
 * Begins to build a projection anew from the first event. One that is already being built is not begun again.
 *
 * @returns the generation under construction; whoever runs projections builds and switches it.
 */
export const requestRebuild = async (pool: Pool, projection: Projection): Promise<number> =>
  inTransaction(pool, async (client) => {
    await lockGenerations(client);
    const rows = await generationsOf(client, projection.name);
    const building = rows.find(
      ({ state, code_version }) => state === 'building' && code_version === projection.version,
    );
    return building ? building.generation : createGeneration(client, projection, rows);
  });
