import type { Decider } from '../core/decider.ts';
import type { Reconciliation, ReconciliationCommand, ReconciliationEvent } from './reconciliation.ts';

/** Reconciles one thing at a resource with the log. The stream has the operation's id. */
export const reconciliationDecider: Decider<Reconciliation, ReconciliationCommand, ReconciliationEvent> = {
  noun: 'reconciliation',
  initialState: { status: 'none' },
  decide: ({ data }, { status }) => (status === 'none' ? [{ type: 'ReconciliationRequested', data }] : []),
  evolve: () => ({ status: 'requested' }),
};
