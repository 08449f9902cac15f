import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { failedAppends } from '#eventstore/failed-appends.ts';
import type { Pool } from '#platform/database.ts';
import { observePools } from '#platform/pool-metrics.ts';
import { droppedSpans } from '#platform/spans/dropped-spans.ts';

/** The metrics of a worker, with their names in Prometheus. */
export type WorkerMetrics = Readonly<{
  registry: Registry;
  /** Ended attempts by kind and result: completed, superseded, failed, waiting, parked, busy, over. */
  attempts: Counter<'kind' | 'result'>;
  /** The duration of an attempt in seconds. */
  duration: Histogram<'kind'>;
  /** Problems by code. `gateway.refuses-portico` needs an alert. */
  problems: Counter<'code'>;
  dispatched: Counter;
  swept: Counter;
  running: Gauge;
  /** Calls to gateways that are away. */
  looks: Counter;
  /** Removals that are not done five minutes after their request: an alarm. */
  overdueRemovals: Gauge;
  /** Objects that protect deployments and keys and that a gateway had lost, by gateway. Each is put back: an alarm. */
  lostProtection: Counter<'gateway'>;
  /** Such objects that the last look found lost, by gateway. */
  missingObjects: Gauge<'gateway'>;
}>;

export const createMetrics = (pool: Pool): WorkerMetrics => {
  const registry = new Registry();
  observePools(registry, { worker: pool });
  registry.registerMetric(droppedSpans);
  registry.registerMetric(failedAppends);
  const registers = [registry];
  return {
    registry,
    attempts: new Counter({
      name: 'portico_operation_attempts_total',
      help: 'Ended attempts',
      labelNames: ['kind', 'result'],
      registers,
    }),
    duration: new Histogram({
      name: 'portico_operation_attempt_seconds',
      help: 'Duration of an attempt',
      labelNames: ['kind'],
      registers,
    }),
    problems: new Counter({
      name: 'portico_operation_problems_total',
      help: 'Problems of attempts',
      labelNames: ['code'],
      registers,
    }),
    dispatched: new Counter({
      name: 'portico_operations_dispatched_total',
      help: 'Jobs added from the log',
      registers,
    }),
    swept: new Counter({ name: 'portico_operations_swept_total', help: 'Jobs added again by the sweep', registers }),
    running: new Gauge({ name: 'portico_operations_running', help: 'Attempts under way', registers }),
    looks: new Counter({ name: 'portico_gateway_looks_total', help: 'Calls to gateways that are away', registers }),
    overdueRemovals: new Gauge({
      name: 'portico_removals_overdue',
      help: 'Removals that are not done minutes after their request',
      registers,
    }),
    lostProtection: new Counter({
      name: 'portico_gateway_lost_protection_total',
      help: 'Objects that protect deployments and keys and that were lost, and put back',
      labelNames: ['gateway'],
      registers,
    }),
    missingObjects: new Gauge({
      name: 'portico_gateway_missing_objects',
      help: 'Objects of deployments and keys that the last look found lost',
      labelNames: ['gateway'],
      registers,
    }),
  };
};
