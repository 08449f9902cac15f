import type { Settings } from '#platform/settings.ts';
import { rebaseServerLog } from './kurrentdb/rebase-log.ts';
import { rebasePostgresLog } from './postgres/rebase-log.ts';

/**
 * Makes a log usable after a copy of it was restored. No process may run meanwhile.
 *
 * @returns the sentence that tells what was done.
 * @throws when a process of Portico is connected to the database.
 */
export const rebaseLog = async ({
  MIGRATION_DATABASE_URL: ownerUrl,
  EVENTSTORE_URL: url,
}: Pick<Settings, 'MIGRATION_DATABASE_URL' | 'EVENTSTORE_URL'>): Promise<string> => {
  if (url !== undefined) {
    const lost = await rebaseServerLog(ownerUrl, url);
    return lost === undefined
      ? 'nothing to do: the log has the event of every command'
      : `forgot ${lost} commands whose events the log no longer has; start the processes again, which build the read tables anew`;
  }
  const count = await rebasePostgresLog(ownerUrl);
  return count === undefined
    ? 'nothing to do: this log is in the Postgres that wrote it, or was already rebased'
    : `renumbered ${count} events; start the processes again and rebuild the projections`;
};
