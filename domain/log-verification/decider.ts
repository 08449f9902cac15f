import type { Decider } from '../core/decider.ts';
import { notFound } from '../core/problem.ts';
import type { LogVerificationCommand, LogVerificationEvent, RequestedVerification } from './log-verification.ts';

/** One verification that somebody asked for: it ends once. Each has a stream of its own. */
export const logVerificationDecider: Decider<RequestedVerification, LogVerificationCommand, LogVerificationEvent> = {
  noun: 'log-verification',
  initialState: { status: 'none' },
  decide: ({ type, data }, { status }) => {
    if (type === 'RequestVerification') return status === 'none' ? [{ type: 'LogVerificationRequested', data }] : [];
    if (status !== 'requested') return status === 'none' ? notFound() : [];
    return type === 'CompleteVerification'
      ? [{ type: 'LogVerificationCompleted', data }]
      : [{ type: 'LogVerificationBrokenOff', data }];
  },
  evolve: (state, { type }) => {
    switch (type) {
      case 'LogVerificationRequested':
        return { status: 'requested' };
      case 'LogVerificationCompleted':
      case 'LogVerificationBrokenOff':
        return { status: 'ended' };
      default:
        return state;
    }
  },
};
