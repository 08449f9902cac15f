import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { QueryConfig } from 'pg';
import { isConnectionError, type Pool, type PoolClient } from '#platform/database.ts';
import { isOutdatedStatement } from '#platform/prepared.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { nameOf } from './statement.ts';

/**
 * Wraps a connection: prepares statements that `statement` compiled. The pool closes it when one of them is outdated, or
 * when it did not respond: what it still has to do would delay whoever gets it next.
 */
const preparing = (client: PoolClient): PostgresPoolClient => {
  let outdated = false;
  let silent = false;
  const send = (query: string | QueryConfig, values: unknown[]) =>
    client.query(query, values).catch((error: unknown) => {
      silent ||= isConnectionError(error);
      throw error;
    });
  const query = async (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters];
    const name = outdated ? undefined : nameOf(text);
    if (name === undefined) return await send(text, values);
    try {
      return await send({ name, text }, values);
    } catch (error) {
      outdated = isOutdatedStatement(error);
      if (!outdated) throw error;
      return await send(text, values);
    }
  };
  return { query, release: () => client.release(outdated || silent) } as unknown as PostgresPoolClient;
};

/** Opens the read tables through a pool. Its owner closes the pool. */
export const openReadTables = (pool: Pool): Kysely<ReadTables> =>
  new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => preparing(await pool.connect()), end: async () => undefined },
    }),
  });
