import { isConnectionError, type Pool } from '#platform/database.ts';
import { type Log, silentLog } from '#platform/log.ts';
import type { Codec } from '../codec.ts';
import {
  type EventStore,
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
export type PostgresEventStoreOptions = Readonly<{
  pool: Pool;
  codec: Codec;
  fingerprint: Fingerprint;
  log?: Log;
  patience?: number;
}>;

const asUnavailable = (error: unknown): never => {
  throw isConnectionError(error) ? new UnavailableError(error) : error;
};

/** The event store on Postgres: one compare-and-set a stream on append, the transaction-id fence on reading. */
export const createPostgresEventStore = ({
  pool,
  codec,
  fingerprint,
  log = silentLog,
  patience = 4_500,
}: PostgresEventStoreOptions): EventStore => {
  const wakeUp = createWakeUp(pool, log);

  const read = async (stream: string, fromVersion = 1): Promise<readonly RecordedEvent[]> => {
    const events = await codec.decode(await readStream(pool, stream, fromVersion), { fresh: false });
    const unreadable = events.find(({ fault }) => fault !== undefined);
    if (unreadable) throw new UnreadableEventError(unreadable);
    return events;
  };

  /** Never ends on an error of the database: it waits and asks again, since nothing after it would. */
  async function* subscribe({
    after,
    batchSize = 500,
    signal,
  }: SubscribeOptions): AsyncGenerator<readonly RecordedEvent[]> {
    wakeUp.listen();
    let position = after;
    let delay = poll.first;
    const next = (): Promise<readonly RecordedEvent[] | undefined> =>
      readLog(pool, position, batchSize)
        .then((stored) => codec.decode(stored, { fresh: true }))
        .catch((error: unknown) => {
          log.error({ err: error }, 'cannot read the event log, trying again');
          return undefined;
        });
    let ahead: ReturnType<typeof next> | undefined;
    while (!signal.aborted) {
      const ticket = wakeUp.ticket();
      const batch = await (ahead ?? next());
      if (signal.aborted) return;
      const last = batch?.at(-1);
      position = last?.position ?? position;
      // Far behind: the next batch is read while this one is handled.
      ahead = batch?.length === batchSize ? next() : undefined;
      if (batch) yield batch;
      if (last) {
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
    read: (stream, fromVersion) => read(stream, fromVersion).catch(asUnavailable),
    subscribe,
    findCommand: (commandId, request) => findCommand(pool, fingerprint, commandId, request).catch(asUnavailable),
    head: () => readHead(pool).catch(asUnavailable),
    isPosition,
    reaches: (position) => reachesPosition(pool, position).catch(asUnavailable),
    close: wakeUp.close,
  };
};
