import type { Decider } from '../core/decider.ts';
import type { Trace, TraceCommand, TraceEvent } from './trace.ts';

export const traceDecider: Decider<Trace, TraceCommand, TraceEvent> = {
  noun: 'trace',
  initialState: { status: 'none' },
  decide: ({ data }, { status }) => (status === 'none' ? [data] : []),
  evolve: () => ({ status: 'recorded' }),
};
