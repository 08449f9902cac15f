import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { eventSubscriptionDecider as decider } from './decider.ts';
import type { EventSubscriptionEvent, KafkaCredential, KnownSubscription } from './event-subscription.ts';
import { currentLogins, endedSecrets, endedUsers } from './logins.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const [adding, rotating, ending, removing, following] = [1, 2, 3, 4, 5].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
];
const login = (user: string, number: number, isGiven = false): KafkaCredential => ({
  user,
  isGiven,
  password: { secretId: idOf(number), fingerprint: 'f' },
});
const [first, second, given0] = [login('p-5.1', 6), login('p-5.2', 7), login('warehouse', 8, true)];
const about = { eventSubscriptionId: 5, topicId: 3, kafkaEnvId: 4, organizationId: 2 };
const request = {
  ...about,
  operationId: adding,
  name: 'Till',
  topicName: 'orders',
  writes: false,
  group: { pattern: 'prefixed', name: 'p-5.' } as const,
  credential: first,
};
const until = '2026-05-02T12:00:00.000Z';
const outcome = (operationId: string) => ({ eventSubscriptionId: 5, operationId });
const requested: EventSubscriptionEvent = { type: 'EventSubscriptionRequested', data: request };
const applied = (operationId: string): EventSubscriptionEvent => ({
  type: 'EventSubscriptionApplied',
  data: outcome(operationId),
});
const failed = (operationId: string): EventSubscriptionEvent => ({
  type: 'EventSubscriptionFailed',
  data: outcome(operationId),
});
const rotation: EventSubscriptionEvent = {
  type: 'EventSubscriptionRotationRequested',
  data: { ...about, operationId: rotating, credential: second, generation: 2, until },
};
const removal: EventSubscriptionEvent = {
  type: 'EventSubscriptionRemovalRequested',
  data: { ...about, operationId: removing },
};
const removed: EventSubscriptionEvent = { type: 'EventSubscriptionRemoved', data: outcome(removing) };
const switched: EventSubscriptionEvent = {
  type: 'EventSubscriptionSwitchRequested',
  data: { ...about, operationId: following },
};

const rotate = { type: 'RequestRotation', data: { operationId: rotating, credential: second, until } } as const;
const end = (dueBy: string | null) => ({ type: 'EndPrevious', data: { operationId: ending, dueBy } }) as const;
const confirm = (operationId: string) => ({ type: 'ConfirmSubscription', data: { operationId } }) as const;
const follow = { type: 'FollowOrganization', data: { operationId: following } } as const;

const stateAfter = (...events: EventSubscriptionEvent[]) =>
  events.reduce(decider.evolve, decider.initialState) as KnownSubscription;

describe('a subscription', () => {
  it('is requested once, and works when Kafka has it', () => {
    const ask = { type: 'RequestSubscription', data: request } as const;
    expect(given(decider, []).when(ask)).toEqual([requested]);
    expect(given(decider, [requested]).when(ask)).toMatchObject({ refused: 'conflict' });
    expect(given(decider, [requested]).when(confirm(adding))).toEqual([applied(adding)]);
    expect(given(decider, [requested, failed(adding)]).when(confirm(adding))).toEqual([applied(adding)]);
    expect(given(decider, [requested, applied(adding)]).when(confirm(adding))).toEqual([]);
    expect(given(decider, [requested]).when(confirm(rotating))).toEqual([]);
  });

  it('is never confirmed once its removal was requested, and is removed for good', () => {
    expect(given(decider, [requested, removal]).when(confirm(adding))).toEqual([]);
    const done = { type: 'ConfirmRemoval', data: { operationId: removing } } as const;
    expect(given(decider, [requested, applied(adding), removal]).when(done)).toEqual([removed]);
    for (const command of [rotate, end(null), { type: 'RevealCredential', data: {} } as const])
      for (const history of [[], [requested, removal], [requested, removal, removed]])
        expect(given(decider, history).when(command)).toMatchObject({ refused: 'not-found' });
  });

  it('makes a given user its own only once, and only for the operation under way', () => {
    const asked: EventSubscriptionEvent = {
      type: 'EventSubscriptionRequested',
      data: { ...request, credential: given0 },
    };
    const claim = (operationId: string) => ({ type: 'ClaimUser', data: { operationId, user: 'warehouse' } }) as const;
    const claimed: EventSubscriptionEvent = {
      type: 'KafkaUserClaimed',
      data: { ...outcome(adding), user: 'warehouse' },
    };
    expect(given(decider, [asked]).when(claim(adding))).toEqual([claimed]);
    expect(given(decider, [asked, claimed]).when(claim(adding))).toEqual([]);
    expect(given(decider, [asked]).when(claim(rotating))).toEqual([]);
    // Nobody's user is deleted who was not made here.
    expect(endedUsers(stateAfter(asked), null)).toEqual([]);
    expect(endedUsers(stateAfter(asked, claimed), null)).toEqual(['warehouse']);
  });

  it('gets one new login at a time, with another user name, once it works', () => {
    expect(given(decider, [requested, applied(adding)]).when(rotate)).toEqual([rotation]);
    expect(given(decider, [requested]).when(rotate)).toMatchObject({
      problems: [{ code: 'event-subscription.not-active' }],
    });
    for (const more of [[], [applied(rotating)]])
      expect(given(decider, [requested, applied(adding), rotation, ...more]).when(rotate)).toMatchObject({
        problems: [{ code: 'event-subscription.rotation-under-way' }],
      });
    const state = stateAfter(requested, applied(adding), rotation, failed(rotating));
    expect(currentLogins(state)).toEqual({ credential: first, generation: 1, previous: null });
    expect(endedUsers(state, state.applied)).toEqual(['p-5.2']);
    expect(endedSecrets(state, state.applied)).toEqual([idOf(7)]);
  });

  it('loses the old login when its time is over or on request, not earlier', () => {
    const here = [requested, applied(adding), rotation, applied(rotating)];
    const ended = (reason: 'due' | 'early') => [
      { type: 'PreviousKafkaLoginEnded', data: { ...about, operationId: ending, generation: 1, reason } },
    ];
    expect(given(decider, here).when(end('2026-05-02T11:59:59.999Z'))).toEqual([]);
    expect(given(decider, here).when(end(until))).toEqual(ended('due'));
    expect(given(decider, here).when(end(null))).toEqual(ended('early'));
    expect(given(decider, here.slice(0, 3)).when(end(until))).toEqual([]);
    expect(given(decider, here.slice(0, 2)).when(end(null))).toMatchObject({
      problems: [{ code: 'event-subscription.no-rotation' }],
    });
  });

  it('follows its organization in every state but that of one that never worked', () => {
    const works = [requested, applied(adding)];
    for (const history of [works, [requested], [...works, rotation], [...works, rotation, failed(rotating)]])
      expect(given(decider, history).when(follow)).toEqual([switched]);
    expect(given(decider, [requested, failed(adding)]).when(follow)).toEqual([]);
    expect(given(decider, [...works, removal]).when(follow)).toMatchObject({ refused: 'not-found' });
    // Behind a removal something may be left by a late write.
    expect(given(decider, [...works, removal, removed]).when(follow)).toEqual([switched]);
    expect(stateAfter(...works, removal, removed, switched).status).toBe('removed');
    expect(stateAfter(requested, switched)).toMatchObject({ status: 'adding', operationId: following });
  });
});
