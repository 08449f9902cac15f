import type { HistoryPlace } from '../core/history.ts';
import type { DriftEvent } from './drift.ts';

/** The place of each event in an API's history. */
export const driftHistory = {
  ProtectionLost: 'deployment',
  ProtectionPutBack: 'outcome',
  ForeignObjectFound: 'deployment',
  ForeignObjectGone: 'deployment',
} as const satisfies Record<DriftEvent['type'], HistoryPlace>;
