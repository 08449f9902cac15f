import { UnavailableError } from '#eventstore/event-store.ts';
import { type Database, troubleOf } from '#platform/database.ts';
import type { Services } from '../http/services.ts';
import { type StoredSession, touchSession } from './session-store.ts';

/** Sessions whose activity could not be stored, by hash. So nobody is signed out while the database is full. */
const unstored = new Map<string, Date>();
const most = 10_000;

/** Returns whether the log or the database caused an error, not the command or query. */
export const isOfStore = (error: unknown): error is Error =>
  error instanceof UnavailableError || troubleOf(error) !== undefined;

/** Returns the last use of a session that the database or this process knows. */
export const lastSeen = ({ hash, lastSeenAt }: StoredSession): Date => {
  const here = unstored.get(hash);
  return here && here > lastSeenAt ? here : lastSeenAt;
};

/** Stores that a session is used. If that fails, this process remembers it. */
export const seen = async ({ pool, log }: Services, hash: string, now: Date): Promise<void> => {
  try {
    await touchSession(pool, hash, now);
    unstored.delete(hash);
  } catch (error) {
    if (!isOfStore(error)) throw error;
    log.warn({ error: error.name }, 'activity of a session was not stored');
    const [oldest] = unstored.keys();
    if (unstored.size >= most && oldest !== undefined) unstored.delete(oldest);
    unstored.set(hash, now);
  }
};

/** Stores remembered uses. Call it before looking for idle sessions. */
export const storeSeen = async (database: Database): Promise<void> => {
  for (const [hash, time] of unstored) {
    await touchSession(database, hash, time);
    unstored.delete(hash);
  }
};
