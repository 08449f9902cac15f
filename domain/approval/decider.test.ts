import { describe, expect, it } from 'vitest';
import { configOf } from '#test/world/sample-events.ts';
import { given } from '../core/specification.ts';
import type { Origin } from '../organization/four-eyes.ts';
import type { ApprovalEvent, ApprovedChange } from './approval.ts';
import { approvalDecider } from './decider.ts';

const request: Extract<ApprovalEvent, { type: 'ApprovalRequested' }>['data'] = {
  approvalId: 3,
  requestedBy: 7,
  expiresAt: '2026-01-12T08:00:00.000Z',
  hash: 'as-seen',
  plan: { changes: [], more: 0 },
  change: { kind: 'rule', environment: 'PROD' },
};
const ofDeployment: Extract<ApprovedChange, { kind: 'deployment' }> = {
  ...({ kind: 'deployment', deploymentId: 5, apiId: 4, basis: null } as const),
  ...{ operationId: '3e4ee5f5-1d4b-4fc0-8c1c-0d5f0a1b2c3d', config: configOf({ gatewayId: 1 }) },
};
const ofReplay: ApprovedChange = {
  ...({ kind: 'replay', environment: 'PROD', reason: 'The gateway is back' } as const),
  operations: [{ operationId: ofDeployment.operationId, replay: 0, hash: 'as-seen' }],
};
const asked: ApprovalEvent = { type: 'ApprovalRequested', data: request };
const approved: ApprovalEvent = {
  type: 'ApprovalGiven',
  data: { approvalId: 3, approvedBy: 8, hash: 'as-seen', note: '' },
};
const carriedOut: ApprovalEvent = { type: 'ApprovalCarriedOut', data: { approvalId: 3 } };
const denied: ApprovalEvent = { type: 'ApprovalDenied', data: { approvalId: 3, deniedBy: 8, note: 'Not now' } };
const withdrawn: ApprovalEvent = { type: 'ApprovalWithdrawn', data: { approvalId: 3 } };
const lapsed: ApprovalEvent = { type: 'ApprovalLapsed', data: { approvalId: 3, lapse: 'gateway-changed' } };

const ofOperator: Origin = { account: [], role: { by: 0, at: '2026-01-01T08:00:00.000Z' } };
const now = '2026-01-06T08:00:00.000Z';
const give = (
  changes: Partial<{ approvedBy: number; hash: string; now: string; approver: Origin; requester: Origin }> = {},
) =>
  ({
    type: 'GiveApproval',
    data: { approvedBy: 8, hash: 'as-seen', note: '', now, approver: ofOperator, requester: ofOperator, ...changes },
  }) as const;
const from = (by: number, at: string): Origin => ({ account: [], role: { by, at } });
const deny = (deniedBy: number) => ({ type: 'DenyApproval', data: { deniedBy, note: 'Not now' } }) as const;
const withdraw = (userId: number) => ({ type: 'WithdrawApproval', data: { userId } }) as const;
const lapse = { type: 'LapseApproval', data: { lapse: 'gateway-changed' } } as const;

const refusal = (refused: string, code: string) => ({ refused, problems: [{ code }] });

describe('a request for an approval', () => {
  it('is approved once, by another person, for the difference that both have seen', () => {
    expect(given(approvalDecider, [asked]).when(give())).toEqual([approved]);
    expect(given(approvalDecider, [asked, approved]).when(give({ approvedBy: 9 }))).toMatchObject(
      refusal('conflict', 'approval.decided-already'),
    );
  });

  it('is decided by nobody who asked, whatever their rights', () => {
    for (const command of [give({ approvedBy: 7 }), deny(7)])
      expect(given(approvalDecider, [asked]).when(command)).toMatchObject(refusal('forbidden', 'approval.own-request'));
  });

  it('is approved by nobody whom the requester made, or made an administrator, in the last 7 days', () => {
    const [recent, older] = [from(7, '2025-12-31T08:00:00.000Z'), from(7, '2025-12-29T08:00:00.000Z')];
    expect(given(approvalDecider, [asked]).when(give({ approver: recent }))).toMatchObject(
      refusal('forbidden', 'approval.approver-from-requester'),
    );
    expect(given(approvalDecider, [asked]).when(give({ approver: older }))).toEqual([approved]);
    expect(given(approvalDecider, [asked]).when(give({ approver: from(9, now) }))).toEqual([approved]);
  });

  it('is not approved by whoever made the requester either, whatever is asked for', () => {
    const requester = from(8, '2025-12-31T08:00:00.000Z');
    for (const change of [request.change, ofDeployment, ofReplay]) {
      const of: ApprovalEvent = { type: 'ApprovalRequested', data: { ...request, change } };
      expect(given(approvalDecider, [of]).when(give({ requester })), change.kind).toMatchObject(
        refusal('forbidden', 'approval.requester-from-approver'),
      );
      expect(given(approvalDecider, [of]).when(give({ requester, approvedBy: 9 }))).toMatchObject([
        { type: 'ApprovalGiven', data: { approvedBy: 9 } },
      ]);
    }
  });

  it('is not approved by whoever it is about', () => {
    const changes: ApprovedChange[] = [
      {
        ...({ kind: 'administrator', userId: 8, revision: 2, enables: false } as const),
        from: [],
        to: ['ROLE_PORTAL_ADMIN'],
      },
      { kind: 'erasure', userId: 8, revision: 3 },
    ];
    for (const change of changes) {
      const of: ApprovalEvent = { type: 'ApprovalRequested', data: { ...request, change } };
      expect(given(approvalDecider, [of]).when(give()), change.kind).toMatchObject(
        refusal('forbidden', 'approval.about-oneself'),
      );
      expect(given(approvalDecider, [of]).when(give({ approvedBy: 9 }))).toMatchObject([{ type: 'ApprovalGiven' }]);
    }
  });

  it('is not approved for another difference, or after its days', () => {
    expect(given(approvalDecider, [asked]).when(give({ hash: 'another' }))).toMatchObject(
      refusal('conflict', 'approval.other-plan'),
    );
    for (const now of [request.expiresAt, '2026-01-13T08:00:00.000Z'])
      expect(given(approvalDecider, [asked]).when(give({ now }))).toMatchObject(
        refusal('conflict', 'approval.expired'),
      );
  });

  it('is denied, or withdrawn by whoever asked and nobody else', () => {
    expect(given(approvalDecider, [asked]).when(deny(8))).toEqual([denied]);
    expect(given(approvalDecider, [asked]).when(withdraw(7))).toEqual([withdrawn]);
    expect(given(approvalDecider, [asked]).when(withdraw(8))).toMatchObject(refusal('forbidden', 'approval.not-yours'));
    expect(given(approvalDecider, [asked, approved]).when(withdraw(7))).toMatchObject(
      refusal('conflict', 'approval.decided-already'),
    );
  });

  it('lapses while it waits, and after it was approved until it has had an effect, once', () => {
    for (const history of [[asked], [asked, approved], [asked, approved, carriedOut]])
      expect(given(approvalDecider, history).when(lapse)).toEqual([lapsed]);
    for (const history of [
      [asked, denied],
      [asked, withdrawn],
      [asked, approved, lapsed],
    ])
      expect(given(approvalDecider, history).when(lapse)).toEqual([]);
  });

  it('is carried out once, and only when it was approved', () => {
    const carryOut = { type: 'CarryOutApproval', data: {} } as const;
    expect(given(approvalDecider, [asked, approved]).when(carryOut)).toEqual([carriedOut]);
    for (const history of [[asked], [asked, denied], [asked, approved, carriedOut], [asked, approved, lapsed]])
      expect(given(approvalDecider, history).when(carryOut)).toEqual([]);
  });

  it('does not exist before it is asked for, and is asked for once', () => {
    for (const command of [give(), deny(8), withdraw(7), lapse])
      expect(given(approvalDecider, []).when(command)).toMatchObject({ refused: 'not-found' });
    expect(given(approvalDecider, [asked]).when({ type: 'RequestApproval', data: request })).toMatchObject(
      refusal('conflict', 'approval.exists'),
    );
  });
});
