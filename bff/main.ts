import path from 'node:path';
import { serve } from '@hono/node-server';
import { Redis } from 'ioredis';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { checkLogOrExit } from '#eventstore/postgres/check-log.ts';
import { openEventStore } from '#eventstore/postgres/open-event-store.ts';
import { createGatewayNames } from '#gateway/gateway-names.ts';
import { createTargetPolicy } from '#gateway/target-policy.ts';
import { createPool, promptly } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease, fitOrExit } from '#platform/release.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { createVault } from '#platform/vault.ts';
import { createApp, createIngestApp } from './app.ts';
import { sweepSessions } from './auth/sessions.ts';
import { createCallLimiter } from './http/call-limiter.ts';
import { takeTurns } from './http/connection-turns.ts';
import { createFairServer } from './http/one-after-another.ts';
import type { Services } from './http/services.ts';
import { startRequestMaintenance } from './ingest/request-maintenance.ts';
import { setUpFromSettings } from './operator/set-up-from-settings.ts';
import { openReadTables } from './sql/read-tables.ts';

const settings = settingsOrExit(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
const log = createLog('bff', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-bff', kept: true, ...promptly });
takeTurns(pool, promptly.connectTimeout);
await fitOrExit(checkRelease(pool));
await checkLogOrExit(pool, settings.PORTICO_KEY);
const { store } = openEventStore({ pool, key: settings.PORTICO_KEY, definitions: eventCatalogue, log });
// Fails at once when Redis is away, so that counting a call never waits.
const redis = settings.REDIS_URL
  ? new Redis(settings.REDIS_URL, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 250 })
  : undefined;
redis?.on('error', () => undefined);
if (settings.CALL_LIMIT_FACTOR > 1)
  log.warn({ factor: settings.CALL_LIMIT_FACTOR }, 'more calls are allowed than the table of limits says');
const names = createGatewayNames(await identifyInstallation(store, pool));
const services: Services = {
  settings,
  store,
  pool,
  db: openReadTables(pool),
  vault: createVault(settings.PORTICO_KEY),
  names,
  targets: createTargetPolicy(settings),
  limiter: createCallLimiter({
    pool,
    redis: redis && { client: redis, prefix: names.installation },
    log,
    factor: settings.CALL_LIMIT_FACTOR,
  }),
  log,
  now: () => new Date(),
};

const webRoot = path.join(import.meta.dirname, '..', 'dist', 'web');
/** Milliseconds. Longer than every response of the portal takes. */
const idleConnection = 90_000;
const servers = [
  serve(
    { fetch: createApp(services, webRoot).fetch, port: settings.PORT, createServer: createFairServer },
    ({ port }) => log.info({ port }, 'bff listens'),
  ),
];
if (settings.INGEST_PORT)
  servers.push(
    serve({ fetch: createIngestApp(services).fetch, port: settings.INGEST_PORT, createServer: createFairServer }),
  );
// An idle connection can hold a document of 16 MB in memory, so it is closed.
for (const server of servers) if ('setTimeout' in server) server.setTimeout(idleConnection);

// Nobody waits for the maintenance, so it has no statement timeout.
const maintenancePool = createPool(settings.DATABASE_URL, { applicationName: 'portico-bff-maintenance', max: 1 });
const stopMaintenance = startRequestMaintenance({ ...services, pool: maintenancePool });
const sweep = setInterval(
  () => void sweepSessions(services).catch((error) => log.warn({ err: error }, 'sessions were not swept')),
  60_000,
);

const settingUp = new AbortController();
void setUpFromSettings(services, settingUp.signal);

/** HTTP requests have 10 s to end. */
const stop = () => {
  settingUp.abort();
  clearInterval(sweep);
  stopMaintenance();
  setTimeout(() => process.exit(0), 10_000).unref();
  for (const server of servers) server.close();
  redis?.disconnect();
  void store
    .close()
    .then(() => Promise.all([pool.end(), maintenancePool.end()]))
    .then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
