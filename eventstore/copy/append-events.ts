import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '#platform/crash-point.ts';
import type { Position } from '../event-store.ts';
import type { LogClient } from '../kurrentdb/client.ts';
import { asUnavailable, failureOf } from '../kurrentdb/failure.ts';
import { asSent, mostBytes, refuseOversized, sizeOf } from '../kurrentdb/stored-event.ts';
import { CopyRefusedError } from './copy-refused-error.ts';
import type { SourceEvent } from './source-events.ts';

/** Milliseconds for one attempt, and for all attempts of one append. */
const limits = { attempt: 3_000, all: 60_000 };

type Target = Readonly<{ client: Pick<LogClient, 'append'>; prefix: string }>;

/** Returns the events in parts that are one append each: neighbours in the log and in one stream, that the server takes together. */
async function* appendsOf(events: AsyncIterable<SourceEvent>): AsyncGenerator<readonly SourceEvent[]> {
  let part: SourceEvent[] = [];
  let bytes = 0;
  for await (const event of events) {
    const last = part.at(-1);
    bytes += sizeOf(event);
    if (last && (last.stream !== event.stream || bytes > mostBytes)) {
      yield part;
      part = [];
      bytes = sizeOf(event);
    }
    part.push(event);
  }
  if (part.length > 0) yield part;
}

/** Sends one append until the server answers. It has the ids and the version of the source, so it changes nothing when it is repeated. */
const send = async (part: readonly SourceEvent[], { client, prefix }: Target): Promise<Position> => {
  const [first] = part as readonly [SourceEvent];
  refuseOversized(first.stream, part);
  const expected = first.version - 1;
  const sent = asSent(first.stream, expected, first.previous, part);
  const deadline = performance.now() + limits.all;
  for (let delay = 50; ; delay = Math.min(delay * 2, 2_000)) {
    try {
      return (await client.append(prefix + first.stream, expected, sent, limits.attempt)).position;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'conflict' || failure === 'deleted')
        throw new CopyRefusedError(`somebody else writes to ${prefix}${first.stream} at the server, or has deleted it`);
      if (failure !== 'away' || performance.now() + delay > deadline) throw asUnavailable(error);
      await sleep(delay);
    }
  }
};

/**
 * Appends events at the server one after the other, because their order must be that of the source.
 *
 * @param onAppended gets the last event of each append and its position.
 */
export const appendEvents = async (
  events: AsyncIterable<SourceEvent>,
  target: Target,
  onAppended: (last: SourceEvent, position: Position, count: number) => void,
): Promise<void> => {
  for await (const part of appendsOf(events)) {
    crashPoint('copy.append');
    const position = await send(part, target);
    crashPoint('copy.appended');
    onAppended(part.at(-1) as SourceEvent, position, part.length);
  }
};
