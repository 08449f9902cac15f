import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Pool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';

const channel = 'portico_events';
const notifyInterval = 20;
const reconnectDelays = { first: 100, most: 5_000 };

/** Tells subscriptions that there may be new events. The news may be wrong or late, so they poll as well. */
export type WakeUp = Readonly<{
  /** Call it after a commit. Wakes the subscriptions of this process at once, and those of other processes soon. */
  announce: () => void;
  /** Returns a ticket. Take it before reading and pass it to `wait`, so that no announcement in between is missed. */
  ticket: () => number;
  /**
   * Waits for an announcement since `ticket` (returns true), for at most `milliseconds`, or for the signal. Those of a process that
   * wait as long end together: they ask for the same events and share the read.
   */
  wait: (ticket: number, milliseconds: number, signal: AbortSignal) => Promise<boolean>;
  /** Starts to listen to other processes, and replaces a connection that dies. */
  listen: () => void;
  close: () => Promise<void>;
}>;

export const createWakeUp = (pool: Pool, log: Log): WakeUp => {
  const closing = new AbortController();
  /** What this process sends comes back to it, and has woken it before. */
  const sender = randomUUID();
  const waiters = new Set<() => void>();
  let tickets = 0;
  let lastNotify = 0;
  let pending: NodeJS.Timeout | undefined;
  let listening: Promise<void> | undefined;

  const wake = () => {
    tickets += 1;
    for (const waiter of [...waiters]) waiter();
  };

  // A separate statement, never part of the append: transactions that notify commit one after another.
  const notify = () => {
    pending = undefined;
    lastNotify = performance.now();
    pool.query(`notify ${channel}, '${sender}'`).catch(() => undefined);
  };

  const announce = () => {
    wake();
    if (closing.signal.aborted) return;
    pending ??= setTimeout(notify, Math.max(0, lastNotify + notifyInterval - performance.now()));
  };

  const listenOnce = async () => {
    const client = createClient({
      ...pool.options,
      statement_timeout: 0,
      query_timeout: 0,
      application_name: 'portico-listen',
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    client.on('error', () => end());
    client.on('end', () => end());
    client.on('notification', ({ payload }) => {
      if (payload !== sender) wake();
    });
    closing.signal.addEventListener('abort', () => end(), { once: true });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      wake();
      await ended;
    } finally {
      await Promise.race([client.end().catch(() => undefined), sleep(1_000)]);
    }
  };

  const listenForever = async () => {
    for (
      let delay = reconnectDelays.first;
      !closing.signal.aborted;
      delay = Math.min(delay * 2, reconnectDelays.most)
    ) {
      const since = performance.now();
      await listenOnce().catch((error: unknown) =>
        log.warn({ err: error }, 'not listening for events, polling instead'),
      );
      if (performance.now() - since > reconnectDelays.most) delay = reconnectDelays.first;
      await sleep(delay, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };

  return {
    announce,
    ticket: () => tickets,
    wait: (ticket, milliseconds, signal) => {
      if (tickets !== ticket || signal.aborted) return Promise.resolve(!signal.aborted);
      return new Promise((resolve) => {
        const finish = (woken: boolean) => {
          clearTimeout(timer);
          waiters.delete(onWake);
          signal.removeEventListener('abort', onAbort);
          resolve(woken);
        };
        const onWake = () => finish(true);
        const onAbort = () => finish(false);
        const timer = setTimeout(() => finish(false), milliseconds - (performance.now() % milliseconds));
        waiters.add(onWake);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },
    listen: () => {
      listening ??= listenForever();
    },
    close: async () => {
      clearTimeout(pending);
      closing.abort();
      await listening;
    },
  };
};
