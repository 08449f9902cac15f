import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from '#platform/database.ts';
import { isOutdatedStatement } from '#platform/prepared.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { nameOf } from './statement.ts';

/** Wraps a connection: prepares statements that `statement` compiled, and closes it when one is outdated. */
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

/** Opens the read tables through a pool. Its owner closes the pool. */
export const openReadTables = (pool: Pool): Kysely<ReadTables> =>
  new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => preparing(await pool.connect()), end: async () => undefined },
    }),
  });
