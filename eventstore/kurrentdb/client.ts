import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { AllStreamSubscription, RecordedEvent } from '@eventstore/db-client';
import type { Position } from '../event-store.ts';
import { createBatchAppend } from './batch-append.ts';
import { withinLimit } from './clock.ts';
import { openLibrary } from './library.ts';
import { positionOf, type ServerPosition, serverPosition } from './position.ts';
import { type Reading, readEvents } from './read-events.ts';
import type { EventToSend, ServerEvent } from './server-event.ts';

/** What a subscription tells. `onEnd` comes once, with the error or nothing. */
type Listener = Readonly<{
  onEvent: (event: ServerEvent) => void;
  onCaughtUp: () => void;
  onCheckpoint: (position: Position) => void;
  onEnd: (error: unknown) => void;
}>;
export type Following = Readonly<{ pause: () => void; resume: () => void; stop: () => void }>;

/**
 * The calls that Portico makes to the server. Each ends within its limit: the library keeps no deadline when the server
 * freezes. Errors are the library's; failure.ts says what they mean.
 */
export type LogClient = Readonly<{
  /** @param limit milliseconds. @returns the version and position of the last event. */
  append: (
    stream: string,
    expected: number,
    events: readonly EventToSend[],
    limit: number,
  ) => Promise<Readonly<{ version: number; position: Position }>>;
  /** Returns the events of a stream from a version on; none for a missing stream. */
  readStream: (stream: string, fromVersion: number, count?: number) => Promise<readonly ServerEvent[]>;
  /** Returns events of all streams, also the server's own. The event at `from` is the first; the end is before all. */
  readAll: (
    from: Position | 'end',
    direction: 'forwards' | 'backwards',
    count: number,
  ) => Promise<readonly ServerEvent[]>;
  /** Follows streams whose names begin with one of the prefixes. The event at `after` does not come. */
  follow: (after: Position, prefixes: readonly string[], listener: Listener) => Following;
  /** Calls back when a connection for appends has broken: behind the address may be another log. @returns what ends it. */
  onBreak: (listener: () => void) => () => void;
  close: () => Promise<void>;
}>;

/** Milliseconds for a call that reads. */
const readLimit = 4_000;

const asServerEvent = (event: RecordedEvent): ServerEvent => ({
  id: event.id,
  stream: event.streamId,
  version: Number(event.revision) + 1,
  type: event.type,
  data: event.data instanceof Uint8Array ? event.data : Buffer.from(JSON.stringify(event.data)),
  metadata: event.metadata,
  position: positionOf(event.position as ServerPosition),
  created: event.created.getTime(),
});

/** Connects on the first call. @param url `esdb://...`; asks the leader, because others may be behind. */
const connect = (url: string): LogClient => {
  const listeners = new Set<() => void>();
  const tellBreak = () => {
    for (const listener of listeners) listener();
  };
  const load = async () => {
    // Late: a process without this store does not need the library.
    const library = await import('@eventstore/db-client');
    const client = library.EventStoreDBClient.connectionString(url);
    const own = openLibrary(client);
    return { library, client, own, appends: createBatchAppend(own, tellBreak) };
  };
  let opened: ReturnType<typeof load> | undefined;
  const open = () => {
    opened ??= load();
    return opened;
  };

  /** Ends the read when its limit has passed. */
  const read = async (reading: Reading): Promise<readonly ServerEvent[]> => {
    const { own } = await open();
    const { done, cancel } = readEvents(own, reading);
    return (await withinLimit(done, readLimit, cancel)).map(asServerEvent);
  };

  return {
    append: async (stream, expected, events, limit) => {
      const { appends } = await open();
      const { revision, position } = await withinLimit(appends.append(stream, expected, events, limit), limit);
      return { version: Number(revision) + 1, position: positionOf(position) };
    },
    readStream: (stream, fromVersion, count = Number.MAX_SAFE_INTEGER) =>
      read({ stream, fromVersion, direction: 'forwards', count }),
    readAll: async (from, direction, count) =>
      read({ from: from === 'end' ? from : serverPosition(from), direction, count }),
    follow: (after, prefixes, { onEvent, onCaughtUp, onCheckpoint, onEnd }) => {
      let subscription: AllStreamSubscription | undefined;
      let stopped = false;
      const run = async () => {
        const { library, client } = await open();
        if (stopped) return;
        const checkpointReached = (_: unknown, position: ServerPosition) => onCheckpoint(positionOf(position));
        const filter = library.streamNameFilter({ prefixes: [...prefixes], checkpointInterval: 32, checkpointReached });
        subscription = client.subscribeToAll({ fromPosition: serverPosition(after), filter, requiresLeader: true });
        // Events that the library still holds come before the end of the log that it announces.
        let held = 0;
        let caughtUp = false;
        const announce = () => {
          if (!caughtUp || held > 0) return;
          caughtUp = false;
          onCaughtUp();
        };
        subscription.on('caughtUp', () => {
          caughtUp = true;
          held = subscription?.readableLength ?? 0;
          announce();
        });
        subscription.on('data', ({ event }) => {
          if (event) onEvent(asServerEvent(event));
          held = Math.max(0, held - 1);
          announce();
        });
        await finished(subscription as unknown as Readable);
      };
      run().then(
        () => onEnd(undefined),
        (error: unknown) => onEnd(error),
      );
      return {
        pause: () => void subscription?.pause(),
        resume: () => void subscription?.resume(),
        stop: () => {
          stopped = true;
          void subscription?.unsubscribe().catch(() => undefined);
          subscription?.destroy();
        },
      };
    },
    onBreak: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      const { client, appends } = (await opened?.catch(() => undefined)) ?? {};
      appends?.close();
      await client?.dispose();
    },
  };
};

/** The clients of this process by their addresses. */
const clients = new Map<string, { client: LogClient; users: number }>();

/** Returns the client for an address. Whoever opens it closes it. */
export const openClient = (url: string): LogClient => {
  const shared = clients.get(url) ?? { client: connect(url), users: 0 };
  shared.users += 1;
  clients.set(url, shared);
  return {
    ...shared.client,
    close: async () => {
      shared.users -= 1;
      if (shared.users > 0) return;
      clients.delete(url);
      await shared.client.close();
    },
  };
};
