import type { HistoryPlace } from '../core/history.ts';
import type { DifferenceEvent } from './difference.ts';

/** The place of each event in an API's history. */
export const differenceHistory = {
  DifferenceFound: 'deployment',
  DifferenceGone: 'deployment',
  DifferenceReapplyRequested: 'deployment',
  DifferenceAdoptionRequested: 'deployment',
  DifferenceIgnoreRequested: 'deployment',
  DifferenceReapplied: 'outcome',
  DifferenceAdopted: 'outcome',
  DifferenceIgnored: 'outcome',
  DifferenceAnswerFailed: 'outcome',
} as const satisfies Record<DifferenceEvent['type'], HistoryPlace>;
