import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/**
 * How many attempts count against an operation since it was requested or last replayed: all that began,
 * those too that ended with their process, but not those that wait for a person (`paused`). Kept in the log,
 * so that a queue that is lost forgets nothing.
 */
export const attemptsSpent = (operation: readonly RecordedEvent[]): number =>
  (operation as unknown as readonly PorticoEvent[]).reduce((spent, { type, data }) => {
    if (type === 'OperationReplayRequested') return 0;
    if (type === 'OperationStarted') return spent + 1;
    return type === 'OperationDelayed' && data.class === 'paused' ? spent - 1 : spent;
  }, 0);
