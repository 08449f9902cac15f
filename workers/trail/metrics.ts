import { Gauge } from 'prom-client';
import { readTrailStates } from '#eventstore/trail-sinks.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/**
 * Adds how far each place has the trail.
 *
 * @param isInPostgres whether the log is in Postgres. In KurrentDB nobody counts what waits.
 */
export const addTrailMetrics = (
  { metrics, pool }: Pick<WorkerServices, 'metrics' | 'pool'>,
  isInPostgres: boolean,
): void => {
  const shared = { labelNames: ['sink'] as const, registers: [metrics.registry] };
  new Gauge({
    name: 'portico_trail_events_waiting',
    help: 'Events that a place outside does not have yet, up to 10,000',
    ...shared,
    async collect() {
      this.reset();
      for (const { sink, waiting } of await readTrailStates(pool, isInPostgres))
        if (waiting !== null) this.set({ sink }, waiting);
    },
  });
  new Gauge({
    name: 'portico_trail_waiting_seconds',
    help: 'How long the oldest of these events has waited',
    ...shared,
    async collect() {
      this.reset();
      for (const { sink, waitingSeconds } of await readTrailStates(pool, isInPostgres))
        this.set({ sink }, waitingSeconds);
    },
  });
  new Gauge({
    name: 'portico_trail_failing_seconds',
    help: 'How long a place outside has taken nothing; 0 when it takes what it gets',
    ...shared,
    async collect() {
      this.reset();
      for (const { sink, failingSince } of await readTrailStates(pool, isInPostgres))
        this.set({ sink }, failingSince ? Math.max(0, (Date.now() - failingSince.getTime()) / 1_000) : 0);
    },
  });
};
