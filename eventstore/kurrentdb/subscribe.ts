import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import { beginning, type Mark, type Position, type SubscribeOptions } from '../event-store.ts';
import type { Anchor } from './anchor.ts';
import { batchesOf } from './batches.ts';
import type { LogClient } from './client.ts';
import { failureOf } from './failure.ts';
import { isThere, LogChangedError, markAt, requireThere } from './log-changed.ts';
import type { Pages } from './pages.ts';
import type { ServerEvent } from './server-event.ts';
import { asLinkedEvent, isOfServer, type LinkedEvent } from './stored-event.ts';

const retryDelays = { first: 50, most: 2_000 };

/** Milliseconds between two marks of how far the log was read. */
const markEvery = 5_000;

/** A page with fewer own events than one in so many: the server, which leaves the others out, is faster. */
const rare = 4;

type Parts = Readonly<{ client: LogClient; pages: Pages; anchor: Anchor; prefix: string; log: Log }>;

/**
 * Returns batches of the log in its order: by pages up to its end, then as events come. The server ends a subscription when its reader is slow, and at each change of its
 * leader. Then a new one goes on after the last event that was returned. It begins only where the event that was handled last is
 * still in its place.
 *
 * @throws LogChangedError
 */
export async function* subscribe(
  { after, afterId, reached: hint, onReached, batchSize = 500, signal }: SubscribeOptions,
  { client, pages, anchor, prefix, log }: Parts,
): AsyncGenerator<readonly LinkedEvent[]> {
  let handled: Readonly<{ position: Position; id: string | undefined }> = { position: after, id: afterId };
  /** Further than `handled` when what came since belongs to others. */
  let reached: Mark | undefined = hint;
  let marked = Number.NEGATIVE_INFINITY;
  const onCheckpoint = async (position: Position): Promise<void> => {
    if (position <= handled.position || performance.now() - marked < markEvery) return;
    marked = performance.now();
    const mark = await markAt(client, position);
    if (!mark) return;
    reached = mark;
    await onReached?.(mark);
  };
  /** Returns where to begin. The server says nothing about a position after its end, so it may be no further than an event that is there. */
  const begin = async (): Promise<Position> => {
    const isFurther = reached !== undefined && reached.position > handled.position;
    return reached && isFurther && (await isThere(client, reached)) ? reached.position : handled.position;
  };
  /** Takes note of own events. */
  const own = (events: readonly ServerEvent[]): readonly LinkedEvent[] => {
    for (const { stream } of events.filter(isOfServer)) log.error({ stream }, 'a stream of the event log was deleted');
    const written = events.filter((event) => !isOfServer(event));
    const last = written.at(-1);
    if (last) {
      handled = last;
      anchor.note(last);
    }
    return written.map((event) => asLinkedEvent(event, prefix));
  };
  /** Reads pages while more follow. Returns where to go on. */
  async function* catchUp(from: Position): AsyncGenerator<readonly LinkedEvent[], Position> {
    for (let position = from; !signal.aborted; ) {
      const { events, isLast } = await pages.read(position);
      position = events.at(-1)?.position ?? position;
      // Comes while these events are handled. Whoever waits for it hears of its error.
      if (!isLast) pages.read(position).catch(() => undefined);
      const mine = events.filter(({ stream }) => stream.startsWith(prefix));
      for (let index = 0; index < mine.length && !signal.aborted; index += batchSize) {
        const batch = own(mine.slice(index, index + batchSize));
        if (batch.length > 0) yield batch;
      }
      await onCheckpoint(position);
      if (isLast || mine.length * rare < events.length) return position;
    }
    return from;
  }
  for (let delay = retryDelays.first; !signal.aborted; delay = Math.min(delay * 2, retryDelays.most)) {
    try {
      anchor.refuse();
      const { position, id } = handled;
      if (position !== beginning && id !== undefined) await requireThere(client, { position, id });
      const after = yield* catchUp(await begin());
      for await (const batch of batchesOf(client, { after, prefixes: [prefix], batchSize, signal, onCheckpoint })) {
        delay = retryDelays.first;
        const events = own(batch);
        if (events.length > 0 || batch.length === 0) yield events;
      }
    } catch (error) {
      if (error instanceof LogChangedError) throw error;
      if (signal.aborted) return;
      const level = failureOf(error) === 'away' ? 'warn' : 'error';
      log[level]({ err: error }, 'subscription to the event log ended, going on from the last event');
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
  }
}
