import { Counter } from 'prom-client';
import { RefusedError } from '#domain/core/problem.ts';

/** Read by every `/metrics` of this process. */
export const postedCalls = new Counter({
  name: 'portico_gateway_calls_posted_total',
  help: 'Calls that gateways posted: stored, repeated (known before), unreadable, unattributed (stored, but of no known deployment). And whole posts that were refused for their key or their body',
  labelNames: ['outcome'],
  registers: [],
});
for (const outcome of ['stored', 'repeated', 'unreadable', 'unattributed', 'refused']) postedCalls.inc({ outcome }, 0);

/** Counts a post that is refused as a whole, and throws why. One that comes at a busy time is not counted: the gateway sends it again. */
export const countRefused = (error: unknown): never => {
  if (error instanceof RefusedError && !['busy', 'unavailable'].includes(error.refusal.refused))
    postedCalls.inc({ outcome: 'refused' });
  throw error;
};
