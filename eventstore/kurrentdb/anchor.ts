import { beginning, type Position } from '../event-store.ts';
import type { LogClient } from './client.ts';
import { LogChangedError, type Mark, requireThere } from './log-changed.ts';

/** The newest event that this process knows. While it is in its place, the log is the one that this process works with. */
export type Anchor = Readonly<{
  position: () => Position;
  note: (mark: Mark) => void;
  /** @throws LogChangedError when the event is no longer in its place. From then on every call is refused. */
  check: () => Promise<void>;
  /** @throws LogChangedError when a check has found another log. */
  refuse: () => void;
}>;

export const createAnchor = (client: Pick<LogClient, 'readAll'>): Anchor => {
  let newest: Mark = { position: beginning, id: '' };
  let changed: LogChangedError | undefined;
  const refuse = () => {
    if (changed) throw changed;
  };
  return {
    position: () => newest.position,
    note: (mark) => {
      if (mark.position > newest.position) newest = mark;
    },
    check: async () => {
      refuse();
      if (newest.position === beginning) return;
      try {
        await requireThere(client, newest);
      } catch (error) {
        if (error instanceof LogChangedError) changed = error;
        throw error;
      }
    },
    refuse,
  };
};
