import type { Database, Pool } from '#platform/database.ts';
import { type Projection, tablesOf } from './projection.ts';
import { indexName, indexStatements, type Table } from './table.ts';

/** Makes the indexes for queries of empty tables, in the caller's transaction. */
export const createIndexes = async (database: Database, projection: Projection, generation: number): Promise<void> => {
  for (const table of tablesOf(projection))
    for (const statement of indexStatements(table, generation)) await database.query(statement);
};

/** An index that a killed process left unfinished has its name, and no query uses it. */
const dropUnfinished = async (database: Database, { name, indexes = [] }: Table, generation: number): Promise<void> => {
  const names = indexes.map((_index, number) => indexName(name, generation, number));
  const { rows } = await database.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relnamespace = 'read'::regnamespace and c.relname = any($1)`,
    [names],
  );
  for (const { name: index } of rows) await database.query(`drop index read.${index}`);
};

/**
 * Makes the indexes for queries of full tables. A rebuild makes them last, because rows are written faster without. Each is made outside a
 * transaction, because events wait for the end of transactions that write. A table with a part for each month can't have that: events wait
 * for one of its indexes at a time.
 */
export const createIndexesBeside = async (pool: Pool, projection: Projection, generation: number): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const table of tablesOf(projection)) {
      await dropUnfinished(client, table, generation);
      for (const text of indexStatements(table, generation, table.byMonth ? '' : 'concurrently')) {
        // An hour: with the pool's own limit, an index of millions of rows would never be finished.
        const statement = { text, query_timeout: 3_600_000 };
        await client.query(statement);
      }
    }
    await client.query('reset statement_timeout');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
};
