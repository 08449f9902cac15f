import type { Event } from '#domain/core/event.ts';
import { isConnectionError, type Pool } from '#platform/database.ts';
import { type Log, silentLog } from '#platform/log.ts';
import type { Codec } from '../codec.ts';
import { refuseReleasesWithoutSeals } from '../demand-seals.ts';
import {
  type EventStore,
  isReadable,
  type LogEntry,
  type RecordedEvent,
  type SubscribeOptions,
  UnavailableError,
  UnreadableEventError,
} from '../event-store.ts';
import type { NoteVerifier } from '../merkle/signed-note.ts';
import type { Fingerprint } from '../request-hash.ts';
import type { SealCheck } from '../seal-check.ts';
import { appendEvents, findCommand } from './append.ts';
import { logLag } from './log-lag.ts';
import {
  highestId,
  reachesPosition,
  readHead,
  readLog,
  readNewest,
  readNewestPosition,
  readStream,
} from './log-reader.ts';
import { isPosition } from './position.ts';
import { readGuards } from './read-guards.ts';
import { sealLog } from './seal-log.ts';
import { shareReads } from './shared-reads.ts';
import { verifyLog } from './verify/verify-log.ts';
import { createWakeUp } from './wake-up.ts';

const poll = { first: 25, most: 1_000 };

/**
 * @property pool     connects with the application's role.
 * @property fingerprint returns the keyed hash that distinguishes two requests with one command id.
 * @property patience milliseconds to wait for an append's response, or to find a lost one. Default 4.5 s.
 * @property verifier checks the signatures of the log's checkpoints.
 * @property sealCheck checks the seals of events.
 */
export type PostgresEventStoreOptions<E extends Event> = Readonly<{
  pool: Pool;
  codec: Codec<E>;
  fingerprint: Fingerprint;
  log?: Log;
  patience?: number;
  verifier: NoteVerifier;
  sealCheck: SealCheck;
}>;

const asUnavailable = (error: unknown): never => {
  throw isConnectionError(error) ? new UnavailableError(error) : error;
};

/**
 * Returns the event store on Postgres. An append compares and sets the version of its stream. Reading stops before the
 * oldest open transaction (the fence).
 */
export const createPostgresEventStore = <E extends Event>({
  pool,
  codec,
  fingerprint,
  log = silentLog,
  patience = 4_500,
  verifier,
  sealCheck,
}: PostgresEventStoreOptions<E>): EventStore<E> => {
  const wakeUp = createWakeUp(pool, log);
  const startReading = shareReads(
    async (after, limit) => codec.decode(await readLog(pool, after, limit), { fresh: true }),
    wakeUp.ticket,
  );

  const read = async <Own extends E>(stream: string, fromVersion = 1): Promise<readonly RecordedEvent<Own>[]> => {
    const entries = await codec.decode<Own>(await readStream(pool, stream, fromVersion), { fresh: false });
    return entries.map((entry) => {
      if (!isReadable(entry)) throw new UnreadableEventError(entry);
      return entry;
    });
  };

  /** Does not end when the database fails: it waits and reads again, because nobody would restart it. */
  async function* subscribe({
    after,
    batchSize = 500,
    signal,
  }: SubscribeOptions): AsyncGenerator<readonly LogEntry<E>[]> {
    wakeUp.listen();
    const readNext = startReading();
    let position = after;
    let delay = poll.first;
    const next = (): Promise<readonly LogEntry<E>[] | undefined> =>
      readNext(position, batchSize).catch((error: unknown) => {
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
      // After an announcement the event may still be behind the fence, so read again soon.
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
    readGuards: (names) => readGuards(pool, names).catch(asUnavailable),
    head: () => readHead(pool).catch(asUnavailable),
    newest: () => readNewestPosition(pool).catch(asUnavailable),
    isPosition,
    reaches: (position) => reachesPosition(pool, position).catch(asUnavailable),
    entries: async (stream) => codec.decode(await readStream(pool, stream, 1).catch(asUnavailable), { fresh: true }),
    newestEntries: async (count) => codec.decode(await readNewest(pool, count).catch(asUnavailable), { fresh: true }),
    highestId: (noun) => highestId(pool, noun).catch(asUnavailable),
    lag: () => logLag(pool),
    seal: () => sealLog(pool),
    verify: (onProgress, outside) => verifyLog(pool, onProgress, { verifier, outside, sealCheck }),
    sealsDemanded: () => sealCheck.demanded().catch(asUnavailable),
    refuseReleasesWithoutSeals: () => refuseReleasesWithoutSeals(pool).catch(asUnavailable),
    close: wakeUp.close,
  };
};
