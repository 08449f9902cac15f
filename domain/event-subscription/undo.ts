import { type Shown, type UndoRules, undoRules } from '../core/undo.ts';
import { removeEventSubscription } from './calls.ts';
import { eventSubscriptionDecider } from './decider.ts';
import type { EventSubscriptionEvent } from './event-subscription.ts';

/** How what happens to a subscription is taken back. No former password is kept. */
export const eventSubscriptionUndo: UndoRules<EventSubscriptionEvent> = undoRules(eventSubscriptionDecider, {
  EventSubscriptionRequested: {
    shows: (state): Shown =>
      state.status === 'none' || state.status === 'removing' || state.status === 'removed' ? {} : { isThere: true },
    by: 'EventSubscriptionRemovalRequested',
    opposite: ({ data: { eventSubscriptionId: id, organizationId } }) => ({
      call: removeEventSubscription,
      action: 'event-subscription.remove',
      about: { organizationId },
      does: 'remove-subscription',
      effects: ['kafka', 'keys-stop', 'for-good'],
      parameters: { id },
    }),
  },
  KafkaUserClaimed: 'part',
  EventSubscriptionRotationRequested: 'secret',
  PreviousKafkaLoginEnded: 'secret',
  EventSubscriptionSwitchRequested: 'portal',
  EventSubscriptionApplied: 'part',
  EventSubscriptionFailed: 'part',
  EventSubscriptionRemovalRequested: 'ends',
  EventSubscriptionRemoved: 'ends',
  EventSubscriptionRevealed: 'seen',
});
