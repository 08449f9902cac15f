import type { OwnHistory } from '../core/history.ts';
import type { EventSubscriptionEvent } from './event-subscription.ts';

/** The history of a subscription. Nothing of it is changed but its logins. */
export const eventSubscriptionHistory = {
  noun: 'event-subscription',
  kinds: {
    EventSubscriptionRequested: 'added',
    KafkaUserClaimed: 'claimed',
    EventSubscriptionRotationRequested: 'rotated',
    PreviousKafkaLoginEnded: 'ended',
    EventSubscriptionSwitchRequested: 'switched',
    EventSubscriptionApplied: 'applied',
    EventSubscriptionFailed: 'failed',
    EventSubscriptionRemovalRequested: 'removal',
    EventSubscriptionRemoved: 'removed',
    EventSubscriptionRevealed: 'revealed',
  },
  fields: { user: ({ credential }) => credential.user },
  values: {
    EventSubscriptionRequested: ({ credential }) => ({ user: credential.user }),
    KafkaUserClaimed: ({ user }) => ({ user }),
    EventSubscriptionRotationRequested: ({ credential }) => ({ user: credential.user }),
  },
} as const satisfies OwnHistory<
  EventSubscriptionEvent,
  Extract<EventSubscriptionEvent, { type: 'EventSubscriptionRequested' }>['data']
>;
