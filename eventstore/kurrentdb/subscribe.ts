import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import { beginning, type Mark, type Position, type SubscribeOptions } from '../event-store.ts';
import type { Anchor } from './anchor.ts';
import { batchesOf } from './batches.ts';
import type { LogClient } from './client.ts';
import { failureOf } from './failure.ts';
import { isThere, LogChangedError, markAt, requireThere } from './log-changed.ts';
import { asLinkedEvent, isOfServer, type LinkedEvent } from './stored-event.ts';

const retryDelays = { first: 50, most: 2_000 };

/** Milliseconds between two marks of how far the log was read. */
const markEvery = 5_000;

type Parts = Readonly<{ client: LogClient; anchor: Anchor; prefix: string; log: Log }>;

/**
 * Returns batches of the log in its order. The server ends a subscription when its reader is slow, and at each change of its
 * leader. Then a new one goes on after the last event that was returned. It begins only where the event that was handled last is
 * still in its place.
 *
 * @throws LogChangedError
 */
export async function* subscribe(
  { after, afterId, reached: hint, onReached, batchSize = 500, signal }: SubscribeOptions,
  { client, anchor, prefix, log }: Parts,
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
  for (let delay = retryDelays.first; !signal.aborted; delay = Math.min(delay * 2, retryDelays.most)) {
    try {
      anchor.refuse();
      const { position, id } = handled;
      if (position !== beginning && id !== undefined) await requireThere(client, { position, id });
      for await (const batch of batchesOf(client, {
        after: await begin(),
        prefixes: [prefix],
        batchSize,
        signal,
        onCheckpoint,
      })) {
        delay = retryDelays.first;
        for (const { stream } of batch.filter(isOfServer))
          log.error({ stream }, 'a stream of the event log was deleted');
        const own = batch.filter((event) => !isOfServer(event));
        const last = own.at(-1);
        if (last) {
          handled = last;
          anchor.note(last);
        }
        if (last || batch.length === 0) yield own.map((event) => asLinkedEvent(event, prefix));
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
