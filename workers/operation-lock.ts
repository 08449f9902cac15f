import type { Pool } from '#platform/database.ts';
import { lockOf, type Subject } from './job.ts';

/**
 * Runs `work` while nobody else works on the same (reliability H4). The lock belongs to a connection
 * of its own: it ends when the process does, however it does.
 *
 * @param work is handed a signal that aborts when the connection, and with it the lock, is lost.
 * @returns undefined at once when somebody else holds it.
 */
export const withOperationLock = async <Result>(
  locks: Pool,
  subject: Subject,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<{ result: Result } | undefined> => {
  const client = await locks.connect();
  const lost = new AbortController();
  const onError = () => lost.abort();
  client.on('error', onError);
  let healthy = false;
  try {
    const key = lockOf(subject);
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as taken', [
      ...key,
    ]);
    if (!rows[0]?.taken) {
      healthy = true;
      return undefined;
    }
    try {
      return { result: await work(lost.signal) };
    } finally {
      await client.query('select pg_advisory_unlock($1::int, $2::int)', [...key]);
      healthy = true;
    }
  } finally {
    client.off('error', onError);
    // A connection in doubt is closed, which is what ends its locks for certain.
    client.release(!healthy);
  }
};
