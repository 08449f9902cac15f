import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database.ts';

/** Milliseconds that a process that has just ended may still be listed. */
const farewell = 2_000;

/** Returns the names of the processes of Portico that are connected, without connections of one name. */
const connected = async (client: Database, except: string): Promise<string> => {
  // A transaction sees the list that it read first.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'portico%'
       and application_name <> $1
     group by application_name order by application_name`,
    [except],
  );
  return rows.map(({ name, count }) => (count === 1 ? name : `${name} (${count} connections)`)).join(', ');
};

/**
 * Returns which processes use the database, as a text; empty for none.
 *
 * @param except the name of the caller's own other connections.
 */
export const whoUses = async (client: Database, except = ''): Promise<string> => {
  const deadline = performance.now() + farewell;
  for (;;) {
    const who = await connected(client, except);
    if (who === '' || performance.now() > deadline) return who;
    await sleep(100);
  }
};

/**
 * Throws while processes are connected. A running process would skip events, or return positions that now mean other
 * events.
 */
export const refuseWhileUsed = async (client: Database): Promise<void> => {
  const who = await whoUses(client);
  if (who !== '') throw new Error(`these processes use the database, stop them first; nothing was changed: ${who}`);
};
