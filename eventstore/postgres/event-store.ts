import type { Event } from '#domain/core/event.ts';
import { isConnectionError, type Pool } from '#platform/database.ts';
import { type Log, silentLog } from '#platform/log.ts';
import type { Codec } from '../codec.ts';
import {
  type EventStore,
  isReadable,
  type LogEntry,
  type RecordedEvent,
  type SubscribeOptions,
  UnavailableError,
  UnreadableEventError,
} from '../event-store.ts';
import { appendEvents, type Fingerprint, findCommand } from './append.ts';
import { reachesPosition, readHead, readLog, readStream } from './log-reader.ts';
import { isPosition } from './position.ts';
import { createWakeUp } from './wake-up.ts';

const poll = { first: 25, most: 1_000 };

/**
 * @property pool     of the application's role.
 * @property fingerprint keyed hash that tells two requests of one command id apart.
 * @property patience milliseconds in which an append has to be answered, or its lost answer found; 4.5 s unless told.
 */
export type PostgresEventStoreOptions<E extends Event> = Readonly<{
  pool: Pool;
  codec: Codec<E>;
  fingerprint: Fingerprint;
  log?: Log;
  patience?: number;
}>;

const asUnavailable = (error: unknown): never => {
  throw isConnectionError(error) ? new UnavailableError(error) : error;
};

/** The event store on Postgres: one compare-and-set a stream on append, the transaction-id fence on reading. */
export const createPostgresEventStore = <E extends Event>({
  pool,
  codec,
  fingerprint,
  log = silentLog,
  patience = 4_500,
}: PostgresEventStoreOptions<E>): EventStore<E> => {
  const wakeUp = createWakeUp(pool, log);

  const read = async <Own extends E>(stream: string, fromVersion = 1): Promise<readonly RecordedEvent<Own>[]> => {
    const entries = await codec.decode<Own>(await readStream(pool, stream, fromVersion), { fresh: false });
    return entries.map((entry) => {
      if (!isReadable(entry)) throw new UnreadableEventError(entry);
      return entry;
    });
  };

  /** Never ends on an error of the database: it waits and asks again, since nothing after it would. */
  async function* subscribe({
    after,
    batchSize = 500,
    signal,
  }: SubscribeOptions): AsyncGenerator<readonly LogEntry<E>[]> {
    wakeUp.listen();
    let position = after;
    let delay = poll.first;
    while (!signal.aborted) {
      const ticket = wakeUp.ticket();
      const batch = await readLog(pool, position, batchSize)
        .then((stored) => codec.decode(stored, { fresh: true }))
        .catch((error: unknown) => {
          log.error({ err: error }, 'cannot read the event log, trying again');
          return undefined;
        });
      if (signal.aborted) return;
      if (batch) yield batch;
      const last = batch?.at(-1);
      if (last) {
        position = last.position;
        delay = poll.first;
        continue;
      }
      // After an announcement the event may still be behind the fence: look again soon.
      const woken = await wakeUp.wait(ticket, delay, signal);
      delay = woken && batch ? poll.first : Math.min(delay * 2, poll.most);
    }
  }

  return {
    append: async (append) => {
      const appended = await appendEvents(append, { database: pool, codec, fingerprint, patience });
      wakeUp.announce();
      return appended;
    },
    read: <Own extends E>(stream: string, fromVersion?: number) => read<Own>(stream, fromVersion).catch(asUnavailable),
    subscribe,
    findCommand: (commandId, request) => findCommand(pool, fingerprint, commandId, request).catch(asUnavailable),
    head: () => readHead(pool).catch(asUnavailable),
    isPosition,
    reaches: (position) => reachesPosition(pool, position).catch(asUnavailable),
    close: wakeUp.close,
  };
};
