import { expect, it } from 'vitest';
import type { ApprovalEvent } from '../approval/approval.ts';
import { approvalDecider } from '../approval/decider.ts';
import { given } from '../core/specification.ts';
import { beyondOf } from './beyond-table.ts';

const asked: ApprovalEvent = {
  type: 'ApprovalRequested',
  data: {
    ...{ approvalId: 3, requestedBy: 7, expiresAt: '2026-01-12T08:00:00.000Z', hash: 'as-seen' },
    ...{ plan: { changes: [], more: 0 }, change: { kind: 'rule', environment: 'PROD' } },
  },
};

it('says that two people may count as one, of each decision whose rules refuse that', () => {
  const [approver, requester] = [7, 0].map((by) => ({ account: [{ by, at: '2026-01-05T08:00:00.000Z' }], role: null }));
  if (!approver || !requester) throw new Error('nobody');
  const data = { approvedBy: 8, hash: 'as-seen', note: '', now: '2026-01-06T08:00:00.000Z', approver, requester };
  expect(given(approvalDecider, [asked]).when({ type: 'GiveApproval', data })).toMatchObject({
    refused: 'forbidden',
    problems: [{ code: 'approval.approver-from-requester', parameters: { days: 7 } }],
    why: { action: 'approval.decide' },
  });
  for (const action of ['approval.decide', 'organization.decide-deletion'] as const)
    expect(beyondOf(action)).toContain('close');
});

it('says of a replay, as of a deployment, that a second person may have to approve it', () => {
  for (const action of ['deployment.request', 'operation.replay'] as const)
    expect(beyondOf(action)).toContain('two-people');
});
