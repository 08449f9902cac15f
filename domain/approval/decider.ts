import type { Decider, Decision } from '../core/decider.ts';
import { forbidden, notFound, refuse } from '../core/problem.ts';
import { fourEyesDays } from '../organization/four-eyes.ts';
import {
  type Approval,
  type ApprovalCommand,
  type ApprovalEvent,
  type ApprovalState,
  personOfChange,
} from './approval.ts';
import { tooClose } from './too-close.ts';

const decide = (command: ApprovalCommand, state: Approval): Decision<ApprovalEvent> => {
  if (command.type === 'RequestApproval')
    return state.status === 'none'
      ? [{ type: 'ApprovalRequested', data: command.data }]
      : refuse('conflict', { code: 'approval.exists' });
  if (state.status === 'none') return notFound();
  const { approvalId, requestedBy, status } = state;
  const decided = refuse('conflict', { code: 'approval.decided-already' });
  switch (command.type) {
    case 'GiveApproval': {
      const { approvedBy, hash, note, now } = command.data;
      if (status !== 'waiting') return decided;
      // Also where the requester has every right to approve: two people are two people.
      if (approvedBy === requestedBy) return forbidden('approval.own-request', { action: 'approval.decide' });
      // Nobody makes themselves an administrator.
      if (approvedBy === personOfChange(state.change))
        return forbidden('approval.about-oneself', { action: 'approval.decide' });
      // Else one person would make the second one.
      const close = tooClose(state, command.data);
      if (close) return forbidden(`approval.${close}`, { action: 'approval.decide' }, { days: fourEyesDays });
      if (hash !== state.hash) return refuse('conflict', { code: 'approval.other-plan' });
      if (now >= state.expiresAt) return refuse('conflict', { code: 'approval.expired' });
      return [{ type: 'ApprovalGiven', data: { approvalId, approvedBy, hash, note } }];
    }
    case 'DenyApproval': {
      const { deniedBy, note } = command.data;
      if (status !== 'waiting') return decided;
      if (deniedBy === requestedBy) return forbidden('approval.own-request', { action: 'approval.decide' });
      return [{ type: 'ApprovalDenied', data: { approvalId, deniedBy, note } }];
    }
    case 'WithdrawApproval':
      if (command.data.userId !== requestedBy) return forbidden('approval.not-yours', { action: 'approval.withdraw' });
      return status === 'waiting' ? [{ type: 'ApprovalWithdrawn', data: { approvalId } }] : decided;
    case 'LapseApproval':
      return status === 'waiting' || status === 'approved' || status === 'carried-out'
        ? [{ type: 'ApprovalLapsed', data: { approvalId, lapse: command.data.lapse } }]
        : [];
    case 'CarryOutApproval':
      return status === 'approved' ? [{ type: 'ApprovalCarriedOut', data: { approvalId } }] : [];
    default:
      return command satisfies never;
  }
};

const next: Partial<Record<ApprovalEvent['type'], ApprovalState>> = {
  ApprovalDenied: 'denied',
  ApprovalWithdrawn: 'withdrawn',
  ApprovalLapsed: 'lapsed',
  ApprovalCarriedOut: 'carried-out',
};

const evolve = (state: Approval, event: ApprovalEvent): Approval => {
  if (event.type === 'ApprovalRequested') return { status: 'waiting', approvedBy: null, ...event.data };
  if (state.status === 'none') return state;
  if (event.type === 'ApprovalGiven') return { ...state, status: 'approved', approvedBy: event.data.approvedBy };
  return { ...state, status: next[event.type] ?? state.status };
};

export const approvalDecider: Decider<Approval, ApprovalCommand, ApprovalEvent> = {
  noun: 'approval',
  initialState: { status: 'none' },
  decide,
  evolve,
};
