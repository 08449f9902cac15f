import { rebasePostgresLog } from './postgres/rebase-log.ts';

/**
 * Makes a log usable after a copy of it was restored. No process may run meanwhile.
 *
 * @param ownerUrl connects as the owner of the database.
 * @returns how many events were renumbered; undefined when there was nothing to do.
 * @throws when a process of Portico is connected to the database.
 */
export const rebaseLog = (ownerUrl: string): Promise<number | undefined> => rebasePostgresLog(ownerUrl);
