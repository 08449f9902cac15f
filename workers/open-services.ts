import { hostname } from 'node:os';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import type { NoteVerifier } from '#eventstore/merkle/signed-note.ts';
import type { CheckpointPlace } from '#eventstore/merkle/tree-source.ts';
import { type EventStoreSettings, openEventStore } from '#eventstore/open-event-store.ts';
import { gatherCheckpoints } from '#eventstore/subscription/gather-checkpoints.ts';
import { createGatewayNames } from '#gateway/names/gateway-names.ts';
import { createTargetPolicy, defaultTargets, type TargetPolicy } from '#gateway/target/target-policy.ts';
import type { PlacePolicy } from '#kafka/connect/open-connection.ts';
import { createPool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { createVault } from '#platform/vault.ts';
import { readPath } from '#projections/read-path.ts';
import type { ClockDays } from './clock/services.ts';
import { type BackOff, defaultBackOff, defaultOutageTiming, type OutageTiming } from './engine/back-off.ts';
import type { EngineServices } from './engine/handler.ts';
import { createMetrics } from './engine/metrics.ts';
import { defaultLease } from './engine/worker-services.ts';
import { defaultGatewayTiming, type GatewayTiming } from './gateway/services.ts';
import type { MailSettings } from './mail/services.ts';
import { workOf } from './operations.ts';
import { resources } from './resources.ts';

/**
 * @property key     PORTICO_KEY.
 * @property eventStore where the events are. Default: in Postgres.
 * @property targets decides which targets deployments may have. Default: the policy without settings.
 * @property clockDays days until a decision of each kind is due. Default: as the settings have it.
 * @property brokerPlaces decides where brokers may be. Default: everywhere.
 */
export type ServiceOptions = Readonly<{
  databaseUrl: string;
  key: Buffer;
  eventStore?: EventStoreSettings;
  log: Log;
  backOff?: BackOff;
  timing?: GatewayTiming;
  outage?: OutageTiming;
  lease?: number;
  codegenJar?: string | undefined;
  codegenSeconds?: number | undefined;
  targets?: TargetPolicy;
  brokerPlaces?: PlacePolicy;
  mail?: MailSettings | undefined;
  clockDays?: ClockDays;
}>;

const defaultClockDays: ClockDays = { access: 3, registration: 3, deletion: 5, drift: 2, approval: 1 };

/**
 * The services of a worker.
 *
 * @property verifier checks the checkpoints of the log.
 * @property place    where they are.
 */
type OpenedServices = Readonly<{
  services: EngineServices;
  verifier: NoteVerifier;
  place: CheckpointPlace;
  close: () => Promise<void>;
}>;

/** Opens the log, the vault and the pools of a worker, and reads the installation's id from the log. */
export const openServices = async ({
  databaseUrl,
  key,
  eventStore = {},
  log,
  backOff = defaultBackOff,
  timing = defaultGatewayTiming,
  outage = defaultOutageTiming,
  lease = defaultLease,
  codegenJar,
  codegenSeconds,
  targets = createTargetPolicy(defaultTargets),
  brokerPlaces = async () => undefined,
  mail,
  clockDays = defaultClockDays,
}: ServiceOptions): Promise<OpenedServices> => {
  const pool = createPool(databaseUrl, { applicationName: 'portico-worker', searchPath: readPath });
  const { store, subjectKeys, verifier, checkpoints } = openEventStore({
    pool,
    key,
    definitions: eventCatalogue,
    log,
    eventStore,
  });
  const close = async () => {
    await store.close();
    await pool.end();
  };
  // A start without its database is tried again.
  const installation = await identifyInstallation(store).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const names = createGatewayNames(installation);
  return {
    services: {
      store,
      pool,
      vault: createVault(key),
      subjectKeys,
      names,
      log,
      moveCheckpoint: gatherCheckpoints(pool),
      metrics: createMetrics(pool),
      worker: `${hostname()}-${process.pid}-${randomId().slice(0, 8)}`,
      backOff,
      timing,
      outage,
      lease,
      workOf,
      resources,
      codegenJar,
      codegenSeconds,
      targets,
      brokerPlaces,
      mail,
      clockDays,
    },
    verifier,
    place: checkpoints.source.place,
    close,
  };
};
