import type { HistoryPlace } from '../core/history.ts';
import type { AccessEvent } from './access.ts';

/** The place of each event in an API's history. */
export const accessHistory = {
  ApiAccessRequested: 'access',
  ApiAccessRequestJoined: 'access',
  ApiAccessApproved: 'access',
  ApiAccessDenied: 'access',
  ApiAccessGranted: 'access',
  ApiAccessRevoked: 'access',
} as const satisfies Record<AccessEvent['type'], HistoryPlace>;
