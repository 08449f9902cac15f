import fc from 'fast-check';
import { anyId, anyName, anyOperation, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { eventSubscriptionDecider } from './decider.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const subject = { eventSubscriptionId: 12, operationId, topicId: 12, kafkaEnvId: 12, organizationId: 12 };
const outcome = { eventSubscriptionId: 12, operationId };
const credentialOf = (user: string, isGiven: boolean, secretId: string) => ({
  user,
  isGiven,
  password: { secretId, fingerprint: 'fingerprint text' },
});
const credential = credentialOf('portico-0b1c2d3e-12.1', false, '1b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8');
const given = credentialOf('warehouse', true, '2b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8');
const next = credentialOf('portico-0b1c2d3e-12.2', false, '3b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8');
const group = { pattern: 'prefixed', name: 'portico-0b1c2d3e-12.' } as const;

const stepsOf = ({ step, request }: Steps, id: fc.Arbitrary<number>) => {
  const operation = () => fc.record({ operationId: anyOperation });
  return {
    ask: request(id, 'RequestSubscription', (eventSubscriptionId) =>
      fc.record({
        eventSubscriptionId: fc.constant(eventSubscriptionId),
        operationId: anyOperation,
        topicId: anyId,
        kafkaEnvId: anyId,
        organizationId: anyId,
        name: anyName,
        topicName: fc.constantFrom('orders', 'payments'),
        writes: fc.boolean(),
        group: fc.constantFrom(null, group),
        credential: fc.constantFrom(credential, given),
      }),
    ),
    claim: step(id, 'ClaimUser', () => fc.record({ operationId: anyOperation, user: fc.constant('warehouse') })),
    rotate: request(id, 'RequestRotation', () =>
      fc.record({
        operationId: anyOperation,
        credential: fc.constant(next),
        until: fc.constantFrom('2026-12-01T00:00:00.000Z', '2026-12-02T00:00:00.000Z'),
      }),
    ),
    end: request(id, 'EndPrevious', () =>
      fc.record({ operationId: anyOperation, dueBy: fc.constantFrom(null, '2026-12-01T12:00:00.000Z') }),
    ),
    follow: request(id, 'FollowOrganization', operation),
    reveal: step(id, 'RevealCredential'),
    confirm: step(id, 'ConfirmSubscription', operation),
    fail: step(id, 'FailSubscription', operation),
    remove: request(id, 'RequestRemoval', operation),
    removed: step(id, 'ConfirmRemoval', operation),
  };
};

export const examples = nounExamples(eventSubscriptionDecider, {
  events: {
    EventSubscriptionRequested: {
      ...subject,
      name: 'Warehouse',
      topicName: 'orders',
      writes: true,
      group,
      credential,
    },
    KafkaUserClaimed: { ...outcome, user: 'warehouse' },
    EventSubscriptionRotationRequested: {
      ...subject,
      credential: next,
      generation: 12,
      until: '2026-01-02T03:04:05.678Z',
    },
    PreviousKafkaLoginEnded: { ...subject, generation: 12, reason: 'due' },
    EventSubscriptionSwitchRequested: subject,
    EventSubscriptionApplied: outcome,
    EventSubscriptionFailed: outcome,
    EventSubscriptionRemovalRequested: subject,
    EventSubscriptionRemoved: outcome,
    EventSubscriptionRevealed: { eventSubscriptionId: 12, secretId: '1b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
  },
  steps: (steps) => Object.values(stepsOf(steps, anyId)),
  lives: (steps) => [
    {
      weight: 2,
      arbitrary: anyId.chain((one) => {
        const { ask, claim, confirm, reveal, rotate, end, follow } = stepsOf(steps, fc.constant(one));
        return fc.tuple(ask, claim, confirm, reveal, rotate, confirm, end, confirm, follow, confirm);
      }),
    },
  ],
});
