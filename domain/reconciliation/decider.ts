import type { Decider } from '../core/decider.ts';
import type { Reconciliation, ReconciliationCommand, ReconciliationEvent } from './reconciliation.ts';

/** Bringing the gateway back to what the log says of one thing; its stream is named by its operation. */
export const reconciliationDecider: Decider<Reconciliation, ReconciliationCommand, ReconciliationEvent> = {
  noun: 'reconciliation',
  initialState: { status: 'none' },
  decide: ({ data }, { status }) => (status === 'none' ? [{ type: 'ReconciliationRequested', data }] : []),
  evolve: () => ({ status: 'requested' }),
};
