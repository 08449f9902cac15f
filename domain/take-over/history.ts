import type { HistoryPlace } from '../core/history.ts';
import type { TakeOverEvent } from './take-over.ts';

/** The place of each event in an API's history. No API has a service that is skipped or waits. */
export const takeOverHistory = {
  ServiceTakeOverRequested: 'deployment',
  ServiceTakeOverBegun: 'step',
  ServiceTakenOver: 'outcome',
  ServiceTakeOverFailed: 'outcome',
} as const satisfies Partial<Record<TakeOverEvent['type'], HistoryPlace>>;
