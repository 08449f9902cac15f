import { aboutAt, kafkaNamed, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { EventSubscriptionEvent } from './event-subscription.ts';

const of = ({ eventSubscriptionId }: { eventSubscriptionId: number }) =>
  aboutAt('event-subscription', eventSubscriptionId);

export const eventSubscriptionOperations = {
  'add-event-subscription': {
    requestedBy: 'EventSubscriptionRequested',
    cancellable: true,
    takesBack: true,
    at: 'kafka',
    about: of,
  },
  'rotate-event-subscription': {
    requestedBy: 'EventSubscriptionRotationRequested',
    cancellable: true,
    takesBack: true,
    at: 'kafka',
    about: of,
  },
  'end-kafka-login': { requestedBy: 'PreviousKafkaLoginEnded', at: 'kafka', about: of, removal: true, rank: 2 },
  /** Switching off takes rights away, so it is never given up. */
  'switch-event-subscription': {
    requestedBy: 'EventSubscriptionSwitchRequested',
    at: 'kafka',
    about: of,
    lasting: true,
    rank: 2,
    quiet: true,
  },
  'remove-event-subscription': {
    requestedBy: 'EventSubscriptionRemovalRequested',
    at: 'kafka',
    about: of,
    removal: true,
    rank: 2,
  },
} as const satisfies OperationsOf<EventSubscriptionEvent>;

export const eventSubscriptionNames = {
  EventSubscriptionRequested: ({ eventSubscriptionId: id, name, kafkaEnvId, organizationId }) => ({
    id,
    name,
    resource: kafkaNamed(kafkaEnvId),
    organizationId,
  }),
} as const satisfies SubjectNamesOf<EventSubscriptionEvent>;
