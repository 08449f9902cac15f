import type { Decider } from '../core/decider.ts';
import type { KeyLimit, KeyLimitCommand, KeyLimitEvent } from './key-limit.ts';

/** Sets and removes the limit of an organization's keys on a deployment. */
export const keyLimitDecider: Decider<KeyLimit, KeyLimitCommand, KeyLimitEvent> = {
  noun: 'key-limit',
  initialState: { operationId: null, rateLimit: null },
  decide: ({ data: { rateLimit, ...request } }, state) => [
    { type: 'KeyLimitChangeRequested', data: { ...request, from: state.rateLimit, to: rateLimit } },
  ],
  evolve: (_state, { data: { operationId, to } }) => ({ operationId, rateLimit: to }),
};
