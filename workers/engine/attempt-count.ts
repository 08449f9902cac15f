import type { OperationEvent } from '#domain/operation/operation.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { isPassing, type Resources } from './resource-work.ts';
import { gaveWay } from './run.ts';

/**
 * @property begun all attempts, also those that ended with their process.
 * @property spent attempts that count against the operation. Attempts that wait for a person (`paused`), for another
 *   part of Portico (`waiting`) or for a resource that is away or busy do not count.
 * @property busy  attempts that ended because a resource was busy or did not respond.
 * @property soon  attempts that waited for another part of Portico and were repeated soon after.
 */
export type AttemptCount = Readonly<{ begun: number; spent: number; busy: number; soon: number }>;

const none: AttemptCount = { begun: 0, spent: 0, busy: 0, soon: 0 };

type OperationEvents = readonly RecordedEvent<OperationEvent>[];

/**
 * Returns for how long attempts in a row have ended by waiting for the same, from the start of the first of them. 0 when the
 * last one did not. Giving way to a removal does not interrupt them.
 *
 * @param now in milliseconds, as the result.
 */
export const unprovedFor = (operation: OperationEvents, code: string, now: number): number => {
  let [since, started]: (number | undefined)[] = [];
  for (const { type, data, meta } of operation) {
    if (type === 'OperationStarted') started = Date.parse(meta.time);
    else if (type === 'OperationReplayRequested') since = undefined;
    else if (type === 'OperationDelayed' && data.problem.code === code) since ??= started;
    else if (type === 'OperationDelayed' && data.problem.code !== gaveWay) since = undefined;
  }
  return since === undefined ? 0 : now - since;
};

/** Returns whether the next attempt follows within so many milliseconds. */
const isSoon = ({ data, meta }: RecordedEvent<Extract<OperationEvent, { type: 'OperationDelayed' }>>, free: number) =>
  data.class === 'waiting' && Date.parse(data.nextAttemptAt ?? '') - Date.parse(meta.time) <= free;

/**
 * Returns the number of attempts at an operation since it was requested or last replayed. The log has them, so a lost
 * queue loses no count.
 *
 * @param free milliseconds up to which a repetition is soon.
 */
export const countAttempts = (operation: OperationEvents, resources: Resources, free: number): AttemptCount =>
  operation.reduce((count, event) => {
    const { begun, spent, busy, soon } = count;
    if (event.type === 'OperationReplayRequested') return none;
    if (event.type === 'OperationStarted') return { begun: begun + 1, spent: spent + 1, busy, soon };
    if (event.type !== 'OperationDelayed') return count;
    if (isSoon(event, free)) return { begun, spent: spent - 1, busy, soon: soon + 1 };
    if (event.data.class !== 'retry') return { begun, spent: spent - 1, busy, soon };
    return isPassing(resources, event.data.problem) ? { begun, spent: spent - 1, busy: busy + 1, soon } : count;
  }, none);
