import { createClient, inTransaction, type Pool } from '#platform/database.ts';

/** Writes what a runner of a subscription writes. */
const write = `update subscriptions set updated_at = updated_at
  where (name, version) = (select name, version from subscriptions order by name, version limit 1)`;

/** Ends the transaction of a write that was only tried. */
class OnlyTriedError extends Error {}

/** Writes and rolls it back. @throws the database's error when it takes no writes. */
export const tryWrite = async (pool: Pool): Promise<void> => {
  try {
    await inTransaction(pool, async (client) => {
      await client.query(write);
      throw new OnlyTriedError();
    });
  } catch (error) {
    if (!(error instanceof OnlyTriedError)) throw error;
  }
};

/** The same on a connection of its own, like those of the pool: they may all be in use while the database takes writes. */
export const tryWriteAlone = async (pool: Pool): Promise<void> => {
  const client = createClient(pool.options);
  try {
    await client.connect();
    await client.query('begin');
    await client.query(write);
    await client.query('rollback');
  } finally {
    void client.end().catch(() => undefined);
  }
};
