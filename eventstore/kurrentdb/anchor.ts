import { beginning, type Mark, type Position } from '../event-store.ts';
import type { LogClient } from './client.ts';
import { LogChangedError, requireThere } from './log-changed.ts';

/** The newest event that this process knows. While it is in its place, the log is the one that this process works with. */
export type Anchor = Readonly<{
  position: () => Position;
  note: (mark: Mark) => void;
  /** Says that a connection broke: behind the address may be another log now. */
  doubt: () => void;
  /** Returns whether nothing speaks against sending: no doubt, and not a long time without any answer. @throws LogChangedError */
  isTrusted: () => boolean;
  /** @throws LogChangedError when the event is no longer in its place. From then on every call is refused. */
  check: () => Promise<void>;
  /** @throws LogChangedError when a check has found another log. */
  refuse: () => void;
}>;

/** Milliseconds without an answer of the server after which its log is looked at again. */
const trusted = 1_000;

export const createAnchor = (client: Pick<LogClient, 'readAll'>): Anchor => {
  let newest: Mark = { position: beginning, id: '' };
  let changed: LogChangedError | undefined;
  let trustedUntil = 0;
  const refuse = () => {
    if (changed) throw changed;
  };
  const check = async (): Promise<void> => {
    refuse();
    try {
      if (newest.position !== beginning) await requireThere(client, newest);
      trustedUntil = performance.now() + trusted;
    } catch (error) {
      if (error instanceof LogChangedError) changed = error;
      throw error;
    }
  };
  return {
    position: () => newest.position,
    note: (mark) => {
      if (mark.position > newest.position) newest = mark;
      trustedUntil = performance.now() + trusted;
    },
    doubt: () => {
      trustedUntil = 0;
    },
    isTrusted: () => {
      refuse();
      return performance.now() <= trustedUntil;
    },
    check,
    refuse,
  };
};
