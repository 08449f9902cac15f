import { migrateQueue } from '#workers/engine/queue-schema.ts';
import { ensureAppRole } from './app-role.ts';
import { ensureIdSequences } from './id-sequences.ts';
import { migrate } from './run.ts';

/**
 * Everything a database needs before a process may use it: the application's role, Portico's schema
 * and the queue's own.
 *
 * @returns the names of the migrations that were applied now.
 */
export const prepareDatabase = async (ownerUrl: string, appUrl: string): Promise<readonly string[]> => {
  const { username, password } = new URL(appUrl);
  const role = decodeURIComponent(username);
  // With one role for both, the application owns the tables: fine for trying out, only the trigger guards the log then.
  if (ownerUrl !== appUrl) await ensureAppRole(ownerUrl, role, decodeURIComponent(password));
  const applied = await migrate(ownerUrl, role);
  await ensureIdSequences(ownerUrl, role);
  await migrateQueue(ownerUrl, role);
  return applied;
};
