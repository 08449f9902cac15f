import { UnavailableError } from '#eventstore/event-store.ts';
import { type Database, troubleOf } from '#platform/database.ts';
import type { Services } from '../http/services.ts';
import { type StoredSession, touchSession } from './session-store.ts';

/** Sessions whose activity could not be stored, by hash: a database that is full for an hour signs nobody out. */
const unstored = new Map<string, Date>();
const most = 10_000;

/** Whether the log or the database is to blame, not what it was asked. */
export const isOfStore = (error: unknown): error is Error =>
  error instanceof UnavailableError || troubleOf(error) !== undefined;

/** When somebody used the session last, as the database or this process knows. */
export const lastSeen = ({ hash, lastSeenAt }: StoredSession): Date => {
  const here = unstored.get(hash);
  return here && here > lastSeenAt ? here : lastSeenAt;
};

/** Stores that a session is used; where that is not possible now, this process remembers it. */
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

/** Stores what was remembered; to be called before idle sessions are looked for. */
export const storeSeen = async (database: Database): Promise<void> => {
  for (const [hash, time] of unstored) {
    await touchSession(database, hash, time);
    unstored.delete(hash);
  }
};
