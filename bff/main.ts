import path from 'node:path';
import { serve } from '@hono/node-server';
import { Kysely, PostgresDialect } from 'kysely';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { checkLogOrExit } from '#eventstore/postgres/check-log.ts';
import { createPool, promptly } from '#platform/database.ts';
import { createGatewayNames } from '#platform/gateway-names.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease, fitOrExit } from '#platform/release.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { createVault } from '#platform/vault.ts';
import { createApp, createIngestApp } from './app.ts';
import { sweepSessions } from './auth/sessions.ts';
import { startRequestMaintenance } from './ingest/request-maintenance.ts';
import type { Services } from './services.ts';

const settings = settingsOrExit(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
const log = createLog('bff', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-bff', ...promptly });
await fitOrExit(checkRelease(pool));
await checkLogOrExit(pool, settings.PORTICO_KEY);
const { store } = openEventStore({ pool, key: settings.PORTICO_KEY, definitions: eventCatalogue, log });
const services: Services = {
  settings,
  store,
  pool,
  db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
  vault: createVault(settings.PORTICO_KEY),
  names: createGatewayNames(await identifyInstallation(store, pool)),
  log,
  now: () => new Date(),
};

const webRoot = path.join(import.meta.dirname, '..', 'dist', 'web');
const servers = [serve({ fetch: createApp(services, webRoot).fetch, port: settings.PORT })];
if (settings.INGEST_PORT) servers.push(serve({ fetch: createIngestApp(services).fetch, port: settings.INGEST_PORT }));
log.info({ port: settings.PORT }, 'bff listens');

// Nobody waits for it: what it drops and makes may take its time.
const maintenancePool = createPool(settings.DATABASE_URL, { applicationName: 'portico-bff-maintenance', max: 1 });
const stopMaintenance = startRequestMaintenance({ ...services, pool: maintenancePool });
const sweep = setInterval(
  () => void sweepSessions(services).catch((error) => log.warn({ err: error }, 'sessions were not swept')),
  60_000,
);

/** Requests under way have 10 s to end. */
const stop = () => {
  clearInterval(sweep);
  stopMaintenance();
  setTimeout(() => process.exit(0), 10_000).unref();
  for (const server of servers) server.close();
  void store
    .close()
    .then(() => Promise.all([pool.end(), maintenancePool.end()]))
    .then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
