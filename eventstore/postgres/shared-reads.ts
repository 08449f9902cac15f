import type { Position } from '../event-store.ts';

type Read<Entry> = (after: Position, limit: number) => Promise<readonly Entry[]>;

/** Milliseconds for which an answer is given again. Less than a subscription waits before it looks again. */
const validFor = 20;

/**
 * Lets subscriptions that stand at one position share a read: an announcement wakes all of a process at once, and they ask
 * for the same events, which are opened once for all of them. Returns a function that gives each subscription its own read. An answer is given again only while
 * nothing was announced after its read began, and only to subscriptions that began before it: they find all that was
 * committed when they began, and what was erased by then is erased in it.
 *
 * @param read   the next events of the log after a position.
 * @param ticket counts announcements.
 */
export const shareReads = <Entry>(read: Read<Entry>, ticket: () => number): (() => Read<Entry>) => {
  const reads = new Map<string, { ticket: number; number: number; answer: ReturnType<Read<Entry>> }>();
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
