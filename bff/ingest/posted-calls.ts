import { Counter } from 'prom-client';

/** Read by every `/metrics` of this process. */
export const postedCalls = new Counter({
  name: 'portico_gateway_calls_posted_total',
  help: 'Calls that gateways posted: stored, repeated (known before), unreadable, unattributed (stored, but of no known deployment)',
  labelNames: ['outcome'],
  registers: [],
});
for (const outcome of ['stored', 'repeated', 'unreadable', 'unattributed']) postedCalls.inc({ outcome }, 0);
