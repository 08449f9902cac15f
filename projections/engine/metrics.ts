import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { listParked } from '#eventstore/subscription/parked-streams.ts';
import type { Pool } from '#platform/database.ts';
import { observePools } from '#platform/pool-metrics.ts';
import { readGauge } from '#platform/read-gauge.ts';
import { subscriptionsOfOthers } from './other-releases.ts';
import type { Projection } from './projection.ts';

/** The projector's metrics, for Prometheus. */
export type ProjectionMetrics = Readonly<{
  registry: Registry;
  /** Called after each batch of a live projection. */
  handled: (projection: string, events: readonly RecordedEvent[]) => void;
  caughtUp: (projection: string) => void;
}>;

/**
 * @param pool finds the parked streams when somebody reads the metrics.
 * @param own  the projections of this release. Streams that wait in another release's tables are that release's to resume.
 */
export const createProjectionMetrics = (pool: Pool, own: readonly Projection[]): ProjectionMetrics => {
  const registry = new Registry();
  observePools(registry, { projector: pool });
  const shared = { labelNames: ['projection'] as const, registers: [registry] };
  const events = new Counter({
    name: 'portico_projection_events_total',
    help: 'Events that a projection has handled',
    ...shared,
  });
  const delay = new Histogram({
    name: 'portico_projection_delay_seconds',
    help: 'From the decision of an event until its rows are visible',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30],
    ...shared,
  });
  const lag = new Gauge({
    name: 'portico_projection_lag_seconds',
    help: 'Age of the newest event handled; 0 when caught up',
    ...shared,
  });
  readGauge(registry, {
    name: 'portico_projection_parked_streams',
    help: 'Streams that wait for somebody to resume them',
    labels: ['projection'],
    read: async () => {
      const others = await subscriptionsOfOthers(pool, own);
      const parked = (await listParked(pool)).filter(({ name, version }) => !others.has(`${name} ${version}`));
      return Map.groupBy(parked, ({ name }) => name)
        .entries()
        .map(([projection, { length }]) => ({ labels: { projection }, value: length }))
        .toArray();
    },
  });
  return {
    registry,
    handled: (projection, batch) => {
      const now = Date.now();
      events.inc({ projection }, batch.length);
      for (const { meta } of batch) delay.observe({ projection }, Math.max(0, now - Date.parse(meta.time)) / 1_000);
      const last = batch.at(-1);
      if (last) lag.set({ projection }, Math.max(0, now - Date.parse(last.meta.time)) / 1_000);
    },
    caughtUp: (projection) => lag.set({ projection }, 0),
  };
};
