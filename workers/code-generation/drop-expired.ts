import type { Pool } from '#platform/database.ts';

/** Deletes the expired archives. @returns how many. */
export const dropExpiredCode = async (pool: Pool): Promise<number> =>
  (await pool.query('delete from generated_code where expires_at < now()')).rowCount ?? 0;
