import type { HistoryPlace } from '../core/history.ts';
import type { ReconciliationEvent } from './reconciliation.ts';

/** The place of each event in an API's history. */
export const reconciliationHistory = {
  ReconciliationRequested: 'step',
} as const satisfies Record<ReconciliationEvent['type'], HistoryPlace>;
