import { eventHash } from '../event-hash.ts';
import { beginning, type Position } from '../event-store.ts';
import { batchesOf } from '../kurrentdb/batches.ts';
import type { LogClient } from '../kurrentdb/client.ts';
import { asLinkedEvent, isOfServer } from '../kurrentdb/stored-event.ts';
import { CopyRefusedError } from './copy-refused-error.ts';
import { beforeSource, type SourceEvent, type SourcePlace } from './source-events.ts';

/** How far both logs are the same. `events`: how many of them. */
export type Reached = Readonly<{ source: SourcePlace; target: Position; events: number }>;

export const nothingReached: Reached = { source: beforeSource, target: beginning, events: 0 };

/** The place of an event in both logs. */
export type Pair = Readonly<{ source: SourceEvent; position: Position }>;

type Target = Readonly<{ client: Pick<LogClient, 'follow'>; prefix: string }>;

const batchSize = 1_000;

const otherLog = (prefix: string, found: string) =>
  new CopyRefusedError(
    `the server has another log under ${prefix}*: ${found}. Choose another EVENTSTORE_PREFIX, or another server`,
  );

/**
 * Reads the log at the server to its end, and compares each event with the next one of the source: its place in the order, its
 * hash, and the bytes that the hash is over.
 *
 * @param source its events after `from`. What the server does not have yet is left in it.
 * @param onPairs gets what is the same, in parts.
 * @throws CopyRefusedError when an event differs, or the server has more.
 */
export const compareLogs = async (
  source: AsyncGenerator<SourceEvent, undefined>,
  { client, prefix }: Target,
  from: Reached,
  onPairs: (pairs: readonly Pair[]) => Promise<void> = async () => undefined,
): Promise<Reached> => {
  let reached = from;
  const ending = new AbortController();
  const options = { after: from.target, prefixes: [prefix, `$$${prefix}`], batchSize, signal: ending.signal };
  for await (const batch of batchesOf(client, options)) {
    if (batch.length === 0) break;
    const pairs: Pair[] = [];
    for (const found of batch) {
      // The server writes metadata and deletions as events of its own.
      if (!found.stream.startsWith(prefix) || isOfServer(found))
        throw otherLog(prefix, `${found.stream} says that events were deleted or hidden`);
      const event = asLinkedEvent(found, prefix);
      const { value: wanted } = await source.next();
      const place = `${event.stream} version ${event.version}`;
      if (!wanted) throw otherLog(prefix, `${place} is not in this log`);
      const hash = eventHash(event.previous, { ...event, eventId: event.id });
      if (!hash.equals(wanted.hash) || !event.hash.equals(wanted.hash))
        throw otherLog(prefix, `${place} is where ${wanted.stream} version ${wanted.version} belongs`);
      pairs.push({ source: wanted, position: event.position });
    }
    const last = pairs.at(-1);
    if (last) reached = { source: last.source, target: last.position, events: reached.events + pairs.length };
    await onPairs(pairs);
  }
  return reached;
};
