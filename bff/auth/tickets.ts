import type { Database } from '#platform/database.ts';

/** Marks a ticket as used. Returns false when it was used before. */
export const takeTicket = async (database: Database, id: string, expiresAt: Date): Promise<boolean> => {
  const { rowCount } = await database.query(
    'insert into used_tickets (id, expires_at) values ($1, $2) on conflict (id) do nothing',
    [id, expiresAt],
  );
  return rowCount === 1;
};

/** Deletes tickets that are too old to be accepted. */
export const forgetTickets = async (database: Database, now: Date): Promise<void> => {
  await database.query('delete from used_tickets where expires_at < $1', [now]);
};
