import type { Position } from '../event-store.ts';
import type { StoredEvent } from '../stored-event.ts';

type Read = (after: Position, limit: number) => Promise<readonly StoredEvent[]>;

/** Milliseconds for which an answer is given again. Less than a subscription waits before it looks again. */
const validFor = 20;

/**
 * Lets subscriptions that stand at one position share a read: an announcement wakes all of a process at once, and they ask
 * for the same events. Returns a function that gives each subscription its own read. An answer is given again only while
 * nothing was announced after its read began, and only to subscriptions that began before it: they find all that was
 * committed when they began.
 *
 * @param read   the next events of the log after a position.
 * @param ticket counts announcements.
 */
export const shareReads = (read: Read, ticket: () => number): (() => Read) => {
  const reads = new Map<string, { ticket: number; number: number; answer: ReturnType<Read> }>();
  let number = 0;
  return () => {
    const first = number + 1;
    return (after, limit) => {
      const key = `${after} ${limit}`;
      const known = reads.get(key);
      if (known && known.ticket === ticket() && known.number >= first) return known.answer;
      number += 1;
      const own = { ticket: ticket(), number, answer: read(after, limit) };
      const forget = () => {
        if (reads.get(key) === own) reads.delete(key);
      };
      reads.set(key, own);
      own.answer.then(() => setTimeout(forget, validFor).unref(), forget);
      return own.answer;
    };
  };
};
