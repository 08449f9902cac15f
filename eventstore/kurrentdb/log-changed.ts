import { UnfitError } from '#platform/unfit-error.ts';
import type { Mark, Position } from '../event-store.ts';
import type { LogClient } from './client.ts';
import { isUnknownRecord } from './failure.ts';

/**
 * Thrown when the log is not the one that was read before: a copy of it was restored, or the server was changed for another.
 * Nothing may go on then: new events would lie before old checkpoints, and nobody would ever see them.
 */
export class LogChangedError extends UnfitError {
  constructor(what: string) {
    super(
      `the event log at EVENTSTORE_URL is not the one that was read before: ${what}. Stop every process. If a copy was restored, run npm run rebase-log, which also has the read tables built anew; if the address is wrong, correct it. See docs/operations/kurrentdb.md`,
    );
    this.name = 'LogChangedError';
  }
}

type Reader = Pick<LogClient, 'readAll'>;

/** Returns the event at a position, of whoever wrote it; undefined when none is there. */
export const markAt = async (client: Reader, position: Position): Promise<Mark | undefined> => {
  try {
    const [found] = await client.readAll(position, 'forwards', 1);
    return found?.position === position ? { position, id: found.id } : undefined;
  } catch (error) {
    // In the middle of a record the server fails, and says no more.
    if (isUnknownRecord(error)) return undefined;
    throw error;
  }
};

/** Returns whether an event is still at its place. Positions are offsets, so a shorter log may have another event there. */
export const isThere = async (client: Reader, { position, id }: Mark): Promise<boolean> =>
  (await markAt(client, position))?.id === id;

/** @throws LogChangedError when an event is no longer at its place. */
export const requireThere = async (client: Reader, mark: Mark): Promise<void> => {
  if (await isThere(client, mark)) return;
  throw new LogChangedError(`event ${mark.id} is no longer at ${mark.position}`);
};
