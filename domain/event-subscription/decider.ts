import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type {
  EventSubscription,
  EventSubscriptionCommand,
  EventSubscriptionEvent,
  KafkaLogins,
  KnownSubscription,
} from './event-subscription.ts';
import { currentLogins } from './logins.ts';

type Of<Type extends EventSubscriptionCommand['type']> = Extract<EventSubscriptionCommand, { type: Type }>;
type Request = Of<'RequestRotation' | 'EndPrevious' | 'FollowOrganization' | 'RequestRemoval'>;
type Outcome = Of<'ClaimUser' | 'ConfirmSubscription' | 'FailSubscription' | 'ConfirmRemoval'>;

/** Decides requests for a subscription that is neither removed nor being removed. */
const request = (command: Request, state: KnownSubscription): Decision<EventSubscriptionEvent> => {
  const { eventSubscriptionId, topicId, kafkaEnvId, organizationId } = state;
  const { operationId } = command.data;
  const subject = { eventSubscriptionId, operationId, topicId, kafkaEnvId, organizationId };
  const now = currentLogins(state);
  switch (command.type) {
    case 'RequestRotation': {
      if (!state.applied) return refuse('conflict', { code: 'event-subscription.not-active' });
      if (now.previous) return refuse('conflict', { code: 'event-subscription.rotation-under-way' });
      const { credential, until } = command.data;
      const data = { ...subject, credential, generation: now.generation + 1, until };
      return [{ type: 'EventSubscriptionRotationRequested', data }];
    }
    case 'EndPrevious': {
      const { dueBy } = command.data;
      if (!now.previous) return dueBy === null ? refuse('conflict', { code: 'event-subscription.no-rotation' }) : [];
      // The old login is the only one that works until Kafka has its successor: end it afterwards.
      if (dueBy !== null && (state.status === 'changing' || Date.parse(now.previous.until) > Date.parse(dueBy)))
        return [];
      const reason = dueBy === null ? 'early' : 'due';
      return [{ type: 'PreviousKafkaLoginEnded', data: { ...subject, generation: now.previous.generation, reason } }];
    }
    case 'FollowOrganization':
      // Kafka has nothing of one that was never made.
      return state.status === 'failed' && !state.applied
        ? []
        : [{ type: 'EventSubscriptionSwitchRequested', data: subject }];
    case 'RequestRemoval':
      return [{ type: 'EventSubscriptionRemovalRequested', data: subject }];
    default:
      return command satisfies never;
  }
};

/** Decides what a worker says of an operation. One that is no longer the current has nothing to say. */
const settle = (command: Outcome, state: KnownSubscription): Decision<EventSubscriptionEvent> => {
  const { eventSubscriptionId, status, claimed } = state;
  const { operationId } = command.data;
  if (state.operationId !== operationId) return [];
  const outcome = { eventSubscriptionId, operationId };
  const isUnderWay = status === 'adding' || status === 'changing';
  switch (command.type) {
    case 'ClaimUser': {
      const { user } = command.data;
      return (isUnderWay || status === 'failed') && !claimed.includes(user)
        ? [{ type: 'KafkaUserClaimed', data: { ...outcome, user } }]
        : [];
    }
    case 'ConfirmSubscription':
      return isUnderWay || status === 'failed' ? [{ type: 'EventSubscriptionApplied', data: outcome }] : [];
    case 'FailSubscription':
      return isUnderWay ? [{ type: 'EventSubscriptionFailed', data: outcome }] : [];
    case 'ConfirmRemoval':
      return status === 'removing' ? [{ type: 'EventSubscriptionRemoved', data: outcome }] : [];
    default:
      return command satisfies never;
  }
};

const decide = (command: EventSubscriptionCommand, state: EventSubscription): Decision<EventSubscriptionEvent> => {
  if (command.type === 'RequestSubscription')
    return state.status === 'none'
      ? [{ type: 'EventSubscriptionRequested', data: command.data }]
      : refuse('conflict', { code: 'event-subscription.exists' });
  if (state.status === 'none') return notFound();
  // A late write may have left something behind a removal.
  if (command.type === 'FollowOrganization' && state.status === 'removed') return request(command, state);
  if (state.status === 'removed') return notFound();
  const isGoing = state.status === 'removing';
  switch (command.type) {
    case 'RevealCredential': {
      if (isGoing || !state.applied) return notFound();
      const { eventSubscriptionId, applied } = state;
      const { secretId } = applied.credential.password;
      return [{ type: 'EventSubscriptionRevealed', data: { eventSubscriptionId, secretId } }];
    }
    case 'RequestRotation':
    case 'EndPrevious':
    case 'FollowOrganization':
    case 'RequestRemoval':
      return isGoing ? notFound() : request(command, state);
    default:
      return settle(command, state);
  }
};

const changing = (
  state: KnownSubscription,
  operationId: string,
  change: Partial<KafkaLogins> = {},
): KnownSubscription => ({
  ...state,
  status: state.status === 'adding' ? 'adding' : 'changing',
  operationId,
  wanted: { ...currentLogins(state), ...change },
});

const evolve = (state: EventSubscription, event: EventSubscriptionEvent): EventSubscription => {
  if (event.type === 'EventSubscriptionRequested') {
    const { credential, ...rest } = event.data;
    const wanted = { credential, generation: 1, previous: null };
    return { status: 'adding', ...rest, wanted, applied: null, claimed: [], made: [credential] };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'KafkaUserClaimed':
      return { ...state, claimed: [...state.claimed, event.data.user] };
    case 'EventSubscriptionRotationRequested': {
      const { operationId, credential, generation, until } = event.data;
      const before = currentLogins(state);
      const previous = { credential: before.credential, generation: before.generation, until };
      return {
        ...changing(state, operationId, { credential, generation, previous }),
        made: [...state.made, credential],
      };
    }
    case 'PreviousKafkaLoginEnded':
      return {
        ...changing(state, event.data.operationId, { previous: null }),
        // It never comes back, even when a later request fails.
        applied: state.applied && { ...state.applied, previous: null },
      };
    case 'EventSubscriptionSwitchRequested':
      return state.status === 'removed'
        ? { ...state, operationId: event.data.operationId }
        : changing(state, event.data.operationId);
    case 'EventSubscriptionApplied':
      return { ...state, status: 'active', applied: state.wanted };
    case 'EventSubscriptionFailed':
      return { ...state, status: 'failed' };
    case 'EventSubscriptionRemovalRequested':
      return { ...state, status: 'removing', operationId: event.data.operationId };
    case 'EventSubscriptionRemoved':
      return { ...state, status: 'removed', applied: null };
    default:
      return state;
  }
};

export const eventSubscriptionDecider: Decider<EventSubscription, EventSubscriptionCommand, EventSubscriptionEvent> = {
  noun: 'event-subscription',
  initialState: { status: 'none' },
  decide,
  evolve,
};
