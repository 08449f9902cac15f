import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '#domain/core/event.ts';
import { isConnectionError, type Pool } from '#platform/database.ts';
import { type Log, silentLog } from '#platform/log.ts';
import type { Codec } from '../codec.ts';
import { refuseReleasesWithoutSeals } from '../demand-seals.ts';
import {
  beginning,
  type EventStore,
  isReadable,
  type LogEntry,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
  UnavailableError,
  UnreadableEventError,
} from '../event-store.ts';
import type { NoteVerifier } from '../merkle/signed-note.ts';
import { type Fingerprint, requestHash } from '../request-hash.ts';
import type { SealCheck } from '../seal-check.ts';
import { createAnchor } from './anchor.ts';
import { createAppends } from './appends.ts';
import type { LogClient } from './client.ts';
import { withinLimit } from './clock.ts';
import { failureOf, reading, asUnavailable as unavailable } from './failure.ts';
import { createIntentions } from './intentions.ts';
import { LogChangedError } from './log-changed.ts';
import { readNewest } from './newest.ts';
import { createPages } from './pages.ts';
import { isPosition } from './position.ts';
import { readServerStream } from './read-server-stream.ts';
import { createResults } from './results.ts';
import { sealLog } from './seal-log.ts';
import { asLinkedEvent, refuseOversized } from './stored-event.ts';
import { subscribe } from './subscribe.ts';
import { verifyLog } from './verify-log.ts';

/** Milliseconds between two looks for commands that a dead process has left open. */
const sweepEvery = 5_000;

/** Milliseconds to wait until the commands of dead processes have ended. A claim lasts four seconds. */
const openLimit = 20_000;

/** Seconds that a command may stay open before an operator must look. */
const alarmSeconds = 5;

/**
 * @property pool     connects with the application's role to the Postgres that holds intentions and guards.
 * @property client   the server that holds the events.
 * @property prefix   what the names of this installation's streams begin with at the server.
 * @property fingerprint returns the keyed hash that distinguishes two requests with one command id.
 * @property patience milliseconds to wait for an append's response, or to find a lost one. Default 4.5 s.
 * @property sealCheck checks the seals of events.
 * @property verifier checks the signatures of checkpoints.
 */
export type KurrentEventStoreOptions<E extends Event> = Readonly<{
  pool: Pool;
  client: LogClient;
  prefix: string;
  codec: Codec<E>;
  fingerprint: Fingerprint;
  log?: Log;
  patience?: number;
  sealCheck: SealCheck;
  verifier: NoteVerifier;
}>;

const asUnavailable = (error: unknown): never => {
  if (isConnectionError(error) || error instanceof LogChangedError) throw new UnavailableError(error);
  throw failureOf(error) === 'away' ? unavailable(error) : error;
};

/** Returns the event store on KurrentDB. */
export const createKurrentEventStore = <E extends Event>({
  pool,
  client,
  prefix,
  codec,
  fingerprint,
  log = silentLog,
  patience = 4_500,
  sealCheck,
  verifier,
}: KurrentEventStoreOptions<E>): EventStore<E> => {
  const anchor = createAnchor(client);
  const pages = createPages(client);
  const forget = client.onBreak(() => {
    anchor.doubt();
    pages.forget();
  });
  const intentions = createIntentions(pool);
  const results = createResults(intentions.settle, log);
  const appends = createAppends({ client, intentions, results, anchor, prefix, patience });

  let known: Promise<void> | undefined;
  let isKnown = false;
  /** Before the first call: the newest event that Postgres knows must be in the log. */
  const knowLog = async (): Promise<void> => {
    anchor.refuse();
    if (isKnown) return;
    known ??= (async () => {
      const newest = await intentions.newest();
      if (newest) anchor.note(newest);
      await anchor.check();
      isKnown = true;
    })().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    await withinLimit(known, patience);
  };

  const sweep = async () => {
    try {
      await knowLog();
      await anchor.check();
      await appends.sweep();
    } catch (error) {
      log.warn({ err: error }, 'cannot look for open commands, trying again');
    }
  };
  void sweep();
  const sweeping = setInterval(() => void sweep(), sweepEvery).unref();

  /** What dead processes left open is sent as they encoded it: with an earlier key, or without a seal. */
  const endOpenCommands = async (): Promise<void> => {
    const deadline = performance.now() + openLimit;
    while (await intentions.hasOpen()) {
      if (performance.now() > deadline)
        throw new UnavailableError(new Error('commands of ended processes are still open'));
      await sweep();
      await results.flush();
      await sleep(200);
    }
  };

  const linked = async (stream: string, fromVersion: number) => {
    await knowLog().catch(asUnavailable);
    return await readServerStream(client, prefix, stream, fromVersion);
  };

  const newestOf = async (count: number) => {
    await knowLog().catch(asUnavailable);
    const events = await reading(readNewest(client, prefix, count, anchor.position()));
    const last = events.at(-1);
    if (last) anchor.note(last);
    return events;
  };
  const newest = async (): Promise<Position> => (await newestOf(1)).at(-1)?.position ?? beginning;

  async function* decoded(options: SubscribeOptions): AsyncGenerator<readonly LogEntry<E>[]> {
    for await (const batch of subscribe(options, { client, pages, anchor, prefix, log }))
      yield await codec.decode(batch, { fresh: true });
  }

  return {
    append: async (append) => {
      const encoded = await codec.encode(append).catch(asUnavailable);
      refuseOversized(append.stream, encoded);
      await knowLog().catch(asUnavailable);
      return appends.append(append, encoded, requestHash(append, fingerprint)).catch(asUnavailable);
    },
    read: async <Own extends E>(stream: string, fromVersion = 1): Promise<readonly RecordedEvent<Own>[]> => {
      const entries = await codec.decode<Own>(await linked(stream, fromVersion), { fresh: false }).catch(asUnavailable);
      return entries.map((entry) => {
        if (!isReadable(entry)) throw new UnreadableEventError(entry);
        return entry;
      });
    },
    subscribe: decoded,
    findCommand: (commandId, request) =>
      appends.findCommand(commandId, request === undefined ? undefined : fingerprint(request)).catch(asUnavailable),
    readGuards: (names) => appends.readGuards(names).catch(asUnavailable),
    head: newest,
    newest,
    isPosition,
    reaches: async (position) => position <= anchor.position() || position <= (await newest()),
    entries: async (stream) => codec.decode(await linked(stream, 1), { fresh: true }),
    newestEntries: async (count) =>
      codec.decode(
        (await newestOf(count)).map((event) => asLinkedEvent(event, prefix)),
        { fresh: true },
      ),
    highestId: (noun) => intentions.highestId(noun).catch(asUnavailable),
    lag: async () => {
      anchor.refuse();
      const { waiting, seconds } = await intentions.waiting();
      return {
        waiting,
        waitingSeconds: seconds,
        holderSeconds: 0,
        holder: undefined,
        alarm: seconds > alarmSeconds,
      };
    },
    seal: () => sealLog(pool, client, prefix),
    verify: (onProgress, outside) => verifyLog({ pool, client, prefix, sealCheck, verifier, outside }, onProgress),
    sealsDemanded: () => sealCheck.demanded().catch(asUnavailable),
    refuseReleasesWithoutSeals: async () => {
      await refuseReleasesWithoutSeals(pool).catch(asUnavailable);
      await endOpenCommands().catch(asUnavailable);
    },
    close: async () => {
      clearInterval(sweeping);
      forget();
      await results.close();
      await client.close();
    },
  };
};
