import type { DecisionRow } from '#domain/take-over/decisions.ts';

const waits = ({ state }: DecisionRow) => state === 'open' || state === 'failed';

/** Whether a service can be put under the portal: it waits for a decision, and fits. */
export const mayTake = (row: DecisionRow): boolean => waits(row) && row.verdict?.refusals.length === 0;

export const maySkip = waits;

/** Whether a service can wait for a decision again: it is skipped, or its take-over has not begun. */
export const mayReopen = ({ state, hasBegun }: DecisionRow): boolean =>
  state === 'skipped' || (state === 'taking' && !hasBegun);

/** Whether anything can be decided about a service. */
export const mayDecide = (row: DecisionRow): boolean => maySkip(row) || mayReopen(row);
