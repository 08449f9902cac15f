import type { HistoryPlace } from '../core/history.ts';
import type { ConsumerEvent } from './consumer.ts';

/** The place of each event in an API's history. */
export const consumerHistory = {
  ConsumerRequested: 'key',
  ConsumerChangeRequested: 'key',
  CredentialRotationRequested: 'key',
  PreviousCredentialsEnded: 'key',
  ConsumerRemovalRequested: 'key',
  ConsumerRemoved: 'key',
  CredentialRevealed: 'key',
  ConsumerApplied: 'outcome',
  ConsumerFailed: 'outcome',
} as const satisfies Record<ConsumerEvent['type'], HistoryPlace>;
