import type { HistoryPlace } from '../core/history.ts';
import type { KeyEndEvent } from './key-end.ts';

/** The place of each event in an API's history. */
export const keyEndHistory = {
  KeyEnding: 'key',
} as const satisfies Record<KeyEndEvent['type'], HistoryPlace>;
