import { hostname } from 'node:os';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { createVault } from '#platform/vault.ts';
import { type BackOff, defaultBackOff } from './back-off.ts';
import { runDispatcher } from './dispatcher.ts';
import { createMetrics, type WorkerMetrics } from './metrics.ts';
import { openQueue, startQueueWorker } from './queue.ts';
import { queueSchemaReady } from './queue-schema.ts';
import { runSweep, type SweepOptions } from './sweep.ts';
import { createJobWorker } from './worker.ts';
import { defaultGatewayTiming, type GatewayTiming, type WorkerServices } from './worker-services.ts';

/**
 * @property key         PORTICO_KEY.
 * @property concurrency operations at once; 8 unless told.
 * @property lock        milliseconds after which the work of a process that died is taken over; see `startQueueWorker`.
 */
export type WorkerOptions = Readonly<{
  databaseUrl: string;
  redisUrl?: string | undefined;
  key: Buffer;
  log: Log;
  concurrency?: number;
  lock?: number;
  backOff?: BackOff;
  timing?: GatewayTiming;
  sweep?: SweepOptions;
}>;

/** `stop` ends taking jobs, lets those under way end (25 s at most) and closes everything. */
export type Worker = Readonly<{ metrics: WorkerMetrics; stop: () => Promise<void> }>;

/** Starts dispatcher, queue worker and sweep in this process. Waits until the queue's schema is there. */
export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const {
    databaseUrl,
    redisUrl,
    key,
    log,
    concurrency = 8,
    lock,
    backOff = defaultBackOff,
    timing = defaultGatewayTiming,
    sweep,
  } = options;
  const ending = new AbortController();
  const { signal } = ending;
  if (!redisUrl) await queueSchemaReady(databaseUrl, { log, signal });

  const pool = createPool(databaseUrl, { applicationName: 'portico-worker' });
  const locks = createPool(databaseUrl, { applicationName: 'portico-worker-locks', max: concurrency + 1 });
  const { store } = openEventStore({ pool, key, definitions: eventCatalogue, log });
  const services: WorkerServices = {
    store,
    pool,
    locks,
    vault: createVault(key),
    log,
    metrics: createMetrics(),
    worker: `${hostname()}-${process.pid}-${randomId().slice(0, 8)}`,
    backOff,
    timing,
  };
  const connection = { databaseUrl, redisUrl, log };
  const queue = openQueue(connection);
  const dispatcher = runDispatcher(services, queue, signal);
  const sweeping = runSweep(services, queue, signal, sweep);
  const worker = startQueueWorker(connection, {
    concurrency,
    ...(lock === undefined ? {} : { lock }),
    work: createJobWorker(services),
  });

  return {
    metrics: services.metrics,
    stop: async () => {
      ending.abort();
      await Promise.all([worker.stop(), dispatcher, sweeping]);
      await queue.close();
      await store.close();
      await Promise.all([pool.end(), locks.end()]);
    },
  };
};
