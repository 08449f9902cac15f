import { hostname } from 'node:os';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createTargetPolicy, defaultTargets, type TargetPolicy } from '#gateway/target-policy.ts';
import { createPool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { createVault } from '#platform/vault.ts';
import { type BackOff, defaultBackOff } from './back-off.ts';
import { createMetrics } from './metrics.ts';
import { defaultGatewayTiming, type GatewayTiming, type WorkerServices } from './worker-services.ts';

/**
 * @property key         PORTICO_KEY.
 * @property targets     what deployments may point to; as an installation without settings has it unless told.
 * @property concurrency operations at once; each needs a connection for its lock.
 */
export type ServiceOptions = Readonly<{
  databaseUrl: string;
  key: Buffer;
  log: Log;
  concurrency: number;
  backOff?: BackOff;
  timing?: GatewayTiming;
  codegenJar?: string | undefined;
  targets?: TargetPolicy;
}>;

/** Opens the log, the vault and the pools that a worker needs. */
export const openServices = ({
  databaseUrl,
  key,
  log,
  concurrency,
  backOff = defaultBackOff,
  timing = defaultGatewayTiming,
  codegenJar,
  targets = createTargetPolicy(defaultTargets),
}: ServiceOptions): { services: WorkerServices; close: () => Promise<void> } => {
  const pool = createPool(databaseUrl, { applicationName: 'portico-worker' });
  const locks = createPool(databaseUrl, { applicationName: 'portico-worker-locks', max: concurrency + 1 });
  const { store } = openEventStore({ pool, key, definitions: eventCatalogue, log });
  return {
    services: {
      store,
      pool,
      locks,
      vault: createVault(key),
      log,
      metrics: createMetrics(),
      worker: `${hostname()}-${process.pid}-${randomId().slice(0, 8)}`,
      backOff,
      timing,
      codegenJar,
      targets,
    },
    close: async () => {
      await store.close();
      await Promise.all([pool.end(), locks.end()]);
    },
  };
};
