import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from '#platform/database.ts';
import { isOutdatedStatement } from '#platform/prepared.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { nameOf } from './statement.ts';

/** A connection that prepares what `statement` compiled, and is closed when it has an outdated one. */
const preparing = (client: PoolClient): PostgresPoolClient => {
  let outdated = false;
  const query = async (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters];
    const name = outdated ? undefined : nameOf(text);
    if (name === undefined) return await client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      outdated = isOutdatedStatement(error);
      if (!outdated) throw error;
      return await client.query(text, values);
    }
  };
  return { query, release: () => client.release(outdated) } as unknown as PostgresPoolClient;
};

/** The read tables through a pool, whose life is its owner's. */
export const openReadTables = (pool: Pool): Kysely<ReadTables> =>
  new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => preparing(await pool.connect()), end: async () => undefined },
    }),
  });
