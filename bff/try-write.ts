import { inTransaction, type Pool } from '#platform/database.ts';

/** Ends the transaction of a write that was only tried. */
class OnlyTriedError extends Error {}

/** Writes what a runner of a subscription writes, and rolls it back. @throws the database's error when it takes no writes. */
export const tryWrite = async (pool: Pool): Promise<void> => {
  try {
    await inTransaction(pool, async (client) => {
      await client.query(
        `update subscriptions set updated_at = updated_at
         where (name, version) = (select name, version from subscriptions order by name, version limit 1)`,
      );
      throw new OnlyTriedError();
    });
  } catch (error) {
    if (!(error instanceof OnlyTriedError)) throw error;
  }
};
