import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '#domain/core/event.ts';
import type { Log } from '#platform/log.ts';
import type { EventStore } from './event-store.ts';

/**
 * Seals the log until the signal aborts. Events since the last seal are protected only by the chains of their streams
 * and by their commands.
 *
 * @param every milliseconds between two seals. Default 10 s.
 */
export const runSeals = async <E extends Event>(
  { store, log, signal }: Readonly<{ store: Pick<EventStore<E>, 'seal'>; log: Log; signal: AbortSignal }>,
  every = 10_000,
): Promise<void> => {
  while (!signal.aborted) {
    await store.seal().catch((error: unknown) => log.warn({ err: error }, 'cannot seal the event log, trying again'));
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
};
