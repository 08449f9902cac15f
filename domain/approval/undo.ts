import { type Shown, type UndoRules, undoRules } from '../core/undo.ts';
import type { ApprovalEvent } from './approval.ts';
import { withdraw } from './calls.ts';
import { approvalDecider } from './decider.ts';

/** How a request for a second person's approval is taken back. */
export const approvalUndo: UndoRules<ApprovalEvent> = undoRules(approvalDecider, {
  ApprovalRequested: {
    shows: (state): Shown => (state.status === 'waiting' ? { waits: true } : {}),
    by: 'ApprovalWithdrawn',
    opposite: ({ data: { approvalId: id, requestedBy: userId } }) => ({
      call: withdraw,
      action: 'approval.withdraw',
      about: { userId },
      does: 'withdraw',
      effects: ['for-good'],
      parameters: { id },
    }),
  },
  ApprovalGiven: 'decided',
  ApprovalDenied: 'decided',
  ApprovalWithdrawn: 'decided',
  ApprovalLapsed: 'portal',
  ApprovalCarriedOut: 'part',
});
