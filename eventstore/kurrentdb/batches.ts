import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '../event-store.ts';
import type { Following, LogClient } from './client.ts';
import type { ServerEvent } from './server-event.ts';

/** Milliseconds that an event waits for company. */
const company = 10;
/** Milliseconds between two empty batches at the end of the log. */
const idle = 1_000;
/** Milliseconds without any sign of life of a new subscription: its position is after the end, or the server is frozen. */
const silence = 10_000;

export type FollowOptions = Readonly<{
  after: Position;
  prefixes: readonly string[];
  batchSize: number;
  signal: AbortSignal;
  /** Is called when all before a position belongs to others, or was returned and the next batch was asked for. */
  onCheckpoint?: (position: Position) => Promise<void>;
}>;

/** Returns what waits for the next call of `wake`, for some milliseconds, or for the signal. */
const createBell = (signal: AbortSignal) => {
  let ring: () => void = () => undefined;
  return {
    wake: () => ring(),
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', finish);
          resolve();
        };
        const timer = setTimeout(finish, milliseconds);
        ring = finish;
        signal.addEventListener('abort', finish, { once: true });
      }),
  };
};

/**
 * Returns batches of events as they come; an empty one means "caught up to here". It holds at most two batches, then the server
 * waits. Ends with the signal.
 *
 * @throws the library's error when the server ends the subscription, as it does for a slow reader and when its leader changes.
 */
export async function* batchesOf(
  client: Pick<LogClient, 'follow'>,
  { after, prefixes, batchSize, signal, onCheckpoint }: FollowOptions,
): AsyncGenerator<readonly ServerEvent[]> {
  const waiting: ServerEvent[] = [];
  const bell = createBell(signal);
  let ended: { error: unknown } | undefined;
  let heard = false;
  let live = false;
  let paused = false;
  let received = 0;
  let returned = 0;
  /** The newest checkpoint, with the number of events that come before it. */
  let checkpoint: { position: Position; before: number } | undefined;
  const following: Following = client.follow(after, prefixes, {
    onEvent: (event) => {
      heard = true;
      received += 1;
      waiting.push(event);
      if (waiting.length >= batchSize * 2 && !paused) {
        paused = true;
        following.pause();
      }
      bell.wake();
    },
    onCaughtUp: () => {
      heard = true;
      live = true;
      bell.wake();
    },
    onCheckpoint: (position) => {
      heard = true;
      checkpoint = { position, before: received };
      bell.wake();
    },
    onEnd: (error) => {
      ended = { error };
      bell.wake();
    },
  });
  const tellCheckpoint = async (): Promise<void> => {
    if (!checkpoint || checkpoint.before > returned) return;
    const { position } = checkpoint;
    checkpoint = undefined;
    await onCheckpoint?.(position);
  };
  const began = performance.now();
  try {
    while (!signal.aborted) {
      await tellCheckpoint();
      if (waiting.length > 0 && waiting.length < batchSize && !ended) await sleep(company);
      const batch = waiting.splice(0, batchSize);
      if (paused) {
        paused = false;
        following.resume();
      }
      if (batch.length > 0) {
        yield batch;
        returned += batch.length;
        await tellCheckpoint();
        if (waiting.length > 0) continue;
      }
      if (ended) throw ended.error ?? new Error('the subscription ended');
      if (live && waiting.length === 0) yield [];
      if (!heard && performance.now() - began > silence) throw new Error('the subscription is silent');
      if (waiting.length === 0 && !ended && !signal.aborted) await bell.wait(idle);
    }
  } finally {
    following.stop();
  }
}
