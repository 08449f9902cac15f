import type { Database } from '#platform/database.ts';

/** Marks something as used. False when it was used before. */
export const takeTicket = async (database: Database, id: string, expiresAt: Date): Promise<boolean> => {
  const { rowCount } = await database.query(
    'insert into used_tickets (id, expires_at) values ($1, $2) on conflict (id) do nothing',
    [id, expiresAt],
  );
  return rowCount === 1;
};

/** Forgets what is too old to be accepted anyway. */
export const forgetTickets = async (database: Database, now: Date): Promise<void> => {
  await database.query('delete from used_tickets where expires_at < $1', [now]);
};
