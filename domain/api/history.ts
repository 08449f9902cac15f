import type { HistoryPlace } from '../core/history.ts';
import type { ApiEvent } from './api.ts';

/** The place of each event in an API's history. */
export const apiHistory = {
  ApiPublished: 'api',
  ApiSpecChanged: 'api',
  ApiDetailsChanged: 'api',
  ApiAssigned: 'api',
  ApiDeletionRequested: 'api',
  ApiDeleted: 'api',
} as const satisfies Record<ApiEvent['type'], HistoryPlace>;
