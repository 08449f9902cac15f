import type { Decider } from '../core/decider.ts';
import type { Suspension, SuspensionCommand, SuspensionEvent } from './suspension.ts';

/** Suspends or restores the keys of an organization on one deployment. The stream has the operation's id. */
export const suspensionDecider: Decider<Suspension, SuspensionCommand, SuspensionEvent> = {
  noun: 'suspension',
  initialState: { status: 'none' },
  decide: ({ type, data }, { status }) => {
    if (status !== 'none') return [];
    return [{ type: type === 'RequestSuspension' ? 'KeysSuspensionRequested' : 'KeysRestorationRequested', data }];
  },
  evolve: (_state, { data }) => ({ status: 'requested', request: data }),
};
