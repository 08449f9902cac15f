import type { HistoryPlace } from '../core/history.ts';
import type { TakeOverEvent } from './take-over.ts';

/** The place of each event in an API's history. */
export const takeOverHistory = {
  ServiceTakeOverRequested: 'deployment',
  ServiceTakenOver: 'outcome',
  ServiceTakeOverFailed: 'outcome',
} as const satisfies Record<TakeOverEvent['type'], HistoryPlace>;
