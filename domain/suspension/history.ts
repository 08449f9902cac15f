import type { HistoryPlace } from '../core/history.ts';
import type { SuspensionEvent } from './suspension.ts';

/** The place of each event in an API's history. */
export const suspensionHistory = {
  KeysSuspensionRequested: 'step',
  KeysRestorationRequested: 'step',
} as const satisfies Record<SuspensionEvent['type'], HistoryPlace>;
