import type { HistoryPlace } from '../core/history.ts';
import type { KeyLimitEvent } from './key-limit.ts';

/** The place of each event in an API's history. */
export const keyLimitHistory = {
  KeyLimitChangeRequested: 'key',
} as const satisfies Record<KeyLimitEvent['type'], HistoryPlace>;
