import path from 'node:path';
import { Redis } from 'ioredis';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createGatewayNames } from '#gateway/names/gateway-names.ts';
import { createTargetPolicy } from '#gateway/target/target-policy.ts';
import { createPool, promptly } from '#platform/database.ts';
import { followDatabaseTime } from '#platform/database-time.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease } from '#platform/release.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { sendSpans } from '#platform/spans/send-spans.ts';
import { startOrExit, whenDatabaseResponds } from '#platform/start-or-exit.ts';
import { createVault } from '#platform/vault.ts';
import { readPath } from '#projections/read-path.ts';
import { createApp, createIngestApp } from './app.ts';
import { sweepSessions } from './auth/sessions.ts';
import { watchProvider } from './auth/watch-provider.ts';
import { startCompletingOperationTexts } from './documents/operation-texts.ts';
import { deleteUnused } from './documents/retention.ts';
import { createCallLimiter } from './http/call-limiter.ts';
import { takeTurns } from './http/connection-turns.ts';
import { openDoor } from './http/door.ts';
import type { Services } from './http/services.ts';
import { createTraces } from './http/traces.ts';
import { startRequestMaintenance } from './ingest/request-maintenance.ts';
import { setUpFromSettings } from './operator/set-up-from-settings.ts';
import { openReadTables } from './sql/read-tables.ts';
import { eraseDue } from './user/erase-due.ts';

const settings = settingsOrExit(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
const log = createLog('bff', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, {
  applicationName: 'portico-bff',
  searchPath: readPath,
  kept: true,
  ...promptly,
});
takeTurns(pool, promptly.connectTimeout);

const { LISTEN_HOST: host } = settings;
const portal = await startOrExit(openDoor({ host, port: settings.PORT, setting: 'PORT' }));
const ingest = settings.INGEST_PORT
  ? await startOrExit(openDoor({ host, port: settings.INGEST_PORT, setting: 'INGEST_PORT' }))
  : undefined;

const stopSending = await sendSpans(settings, 'bff', log);
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());
const { store, check } = openEventStore({
  pool,
  key: settings.PORTICO_KEY,
  definitions: eventCatalogue,
  log,
  eventStore: settings,
});
const identify = async () => {
  await checkRelease(pool);
  await check();
  return { installation: await identifyInstallation(store), stopClock: await followDatabaseTime(pool, log) };
};
const { installation, stopClock } = await startOrExit(whenDatabaseResponds(identify, { log, signal }));
const names = createGatewayNames(installation);
// Fails at once when Redis is away, so that counting a call never waits.
const redis = settings.REDIS_URL
  ? new Redis(settings.REDIS_URL, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 250 })
  : undefined;
redis?.on('error', () => undefined);
if (settings.CALL_LIMIT_FACTOR > 1)
  log.warn({ factor: settings.CALL_LIMIT_FACTOR }, 'more calls are allowed than the table of limits says');
const limiter = createCallLimiter({
  pool,
  redis: redis && { client: redis, prefix: names.installation },
  log,
  factor: settings.CALL_LIMIT_FACTOR,
});
const services: Services = {
  settings,
  store,
  pool,
  db: openReadTables(pool),
  vault: createVault(settings.PORTICO_KEY),
  names,
  targets: createTargetPolicy(settings),
  limiter,
  traces: createTraces({ store, limiter, log }),
  log,
  now: () => new Date(),
};

const webRoot = path.join(import.meta.dirname, '..', 'dist', 'web');
portal.show(createApp(services, webRoot));
ingest?.show(createIngestApp(services));
log.info({ port: settings.PORT }, 'bff listens');

// Nobody waits for the maintenance, so a statement of it may take long.
const maintenancePool = createPool(settings.DATABASE_URL, {
  applicationName: 'portico-bff-maintenance',
  searchPath: readPath,
  max: 1,
  statementTimeout: 600_000,
});
const withMaintenance = { ...services, pool: maintenancePool };
const stopMaintenance = startRequestMaintenance(withMaintenance);
const stopCompleting = startCompletingOperationTexts(services);
const sweep = setInterval(
  () => void sweepSessions(services).catch((error) => log.warn({ err: error }, 'sessions were not swept')),
  60_000,
);

const erasing = setInterval(
  () => void eraseDue(services).catch((error) => log.warn({ err: error }, 'deleted people were not erased')),
  3_600_000,
);
const deleting = setInterval(
  () =>
    void deleteUnused(withMaintenance).catch((error) => log.warn({ err: error }, 'unused documents were not deleted')),
  3_600_000,
);
const tracing = setInterval(() => void services.traces.sweep(), 5_000);

void setUpFromSettings(services, signal);
void watchProvider(services, signal);

/** HTTP requests have 10 s to end. */
const stop = () => {
  clearInterval(sweep);
  clearInterval(tracing);
  clearInterval(erasing);
  clearInterval(deleting);
  stopMaintenance();
  stopCompleting();
  stopClock();
  setTimeout(() => process.exit(0), 10_000).unref();
  portal.close();
  ingest?.close();
  redis?.disconnect();
  void services.traces
    .sweep(true)
    .then(store.close)
    .then(() => Promise.all([pool.end(), maintenancePool.end(), stopSending()]))
    .then(() => process.exit(0));
};
if (signal.aborted) stop();
else signal.addEventListener('abort', stop);
