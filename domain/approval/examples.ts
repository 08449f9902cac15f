import fc from 'fast-check';
import { anyId, type MakeStep, nounExamples } from '#test/examples/noun-examples.ts';
import { configOf, idOf } from '#test/world/sample-events.ts';
import { environments } from '../core/environment.ts';
import { roles } from '../core/role.ts';
import { lapses } from './approval.ts';
import { approvalDecider } from './decider.ts';

const ofOperator = { account: [], role: null };
const anyRequest = fc.constantFrom('one', 'another').map(idOf);

const change = fc.oneof(
  fc.record({
    kind: fc.constant('deployment' as const),
    deploymentId: anyId,
    apiId: anyId,
    operationId: anyRequest,
    basis: fc.option(anyRequest),
    config: fc.constant(configOf({ gatewayId: 1 })),
  }),
  fc.record({ kind: fc.constant('rule' as const), environment: fc.constantFrom(...environments) }),
  fc.record({
    kind: fc.constant('replay' as const),
    environment: fc.constantFrom(...environments),
    reason: fc.constant('The gateway is back'),
    operations: fc.array(
      fc.record({ operationId: anyRequest, replay: fc.nat({ max: 3 }), hash: fc.constantFrom('', 'hash') }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({ kind: fc.constant('people-rule' as const) }),
  fc.record({
    kind: fc.constant('administrator' as const),
    userId: anyId,
    revision: fc.nat({ max: 9 }),
    from: fc.subarray([...roles]),
    to: fc.subarray([...roles]),
    enables: fc.boolean(),
  }),
  fc.record(
    { kind: fc.constant('erasure' as const), userId: anyId, revision: fc.nat({ max: 9 }), registrationId: anyId },
    { requiredKeys: ['kind', 'userId', 'revision'] },
  ),
);

const request = (step: MakeStep, id: fc.Arbitrary<number>, requestedBy: fc.Arbitrary<number>) =>
  step(id, 'RequestApproval', (approvalId) =>
    fc.record({
      approvalId: fc.constant(approvalId),
      requestedBy,
      expiresAt: fc.constant('2026-01-12T08:00:00.000Z'),
      hash: fc.constant('hash'),
      plan: fc.constant({ changes: [], more: 0 }),
      change,
    }),
  );
const give = (step: MakeStep, id: fc.Arbitrary<number>, approvedBy: fc.Arbitrary<number>) =>
  step(id, 'GiveApproval', () =>
    fc.record({
      approvedBy,
      hash: fc.constant('hash'),
      note: fc.constantFrom('', 'As agreed'),
      now: fc.constant('2026-01-06T08:00:00.000Z'),
      approver: fc.constant(ofOperator),
      requester: fc.constant(ofOperator),
    }),
  );
const carryOut = (step: MakeStep, id: fc.Arbitrary<number>) => step(id, 'CarryOutApproval', () => fc.record({}));

export const examples = nounExamples(approvalDecider, {
  events: {
    ApprovalRequested: {
      approvalId: 12,
      requestedBy: 12,
      expiresAt: '2026-01-12T08:00:00.000Z',
      hash: 'hash text',
      plan: { changes: [], more: 0 },
      change: {
        ...({ kind: 'administrator', userId: 13, revision: 1, enables: false } as const),
        ...{ from: ['ROLE_COMPANY_USER'], to: ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER'] },
      },
    },
    ApprovalGiven: { approvalId: 12, approvedBy: 12, hash: 'hash text', note: 'note text' },
    ApprovalDenied: { approvalId: 12, deniedBy: 12, note: 'note text' },
    ApprovalWithdrawn: { approvalId: 12 },
    ApprovalLapsed: { approvalId: 12, lapse: 'person-changed' },
    ApprovalCarriedOut: { approvalId: 12 },
  },
  steps: ({ step }) => [
    request(step, anyId, anyId),
    give(step, anyId, anyId),
    step(anyId, 'DenyApproval', () => fc.record({ deniedBy: anyId, note: fc.constantFrom('', 'Not now') })),
    step(anyId, 'WithdrawApproval', () => fc.record({ userId: anyId })),
    step(anyId, 'LapseApproval', () => fc.record({ lapse: fc.constantFrom(...lapses) })),
    carryOut(step, anyId),
  ],
  lives: ({ step }) => [
    {
      weight: 1,
      arbitrary: anyId.chain((id) => {
        const one = fc.constant(id);
        return fc.tuple(request(step, one, fc.constant(1)), give(step, one, fc.constant(2)), carryOut(step, one));
      }),
    },
  ],
});
