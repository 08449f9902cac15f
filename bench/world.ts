import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCallLimiter } from '#bff/http/call-limiter.ts';
import type { Services } from '#bff/http/services.ts';
import { createTraces } from '#bff/http/traces.ts';
import { openReadTables } from '#bff/sql/read-tables.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createGatewayNames } from '#gateway/names/gateway-names.ts';
import { createTargetPolicy } from '#gateway/target/target-policy.ts';
import { createPool } from '#platform/database.ts';
import { silentLog } from '#platform/log.ts';
import { readSettings } from '#platform/settings.ts';
import { createVault } from '#platform/vault.ts';
import { readPath } from '#projections/read-path.ts';
import { runProjections } from '#projections/run-projections.ts';
import { startCluster } from '#sandbox/postgres/cluster.ts';
import { prepareDatabase } from '../migrations/prepare-database.ts';
import type { Scale } from './scale.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Starts a Postgres with everything of Portico that a benchmark may need. */
export const openWorld = async (scale: Scale) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-'));
  chmodSync(folder, 0o755);
  const cluster = await startCluster();
  const appUrl = cluster.url.replace(/\/\/[^@]+@/, '//portico_app:app@');
  await prepareDatabase(cluster.url, appUrl);
  const key = randomBytes(32);
  const settings = readSettings({ DATABASE_URL: appUrl, PORTICO_KEY: key.toString('base64'), LOG_LEVEL: 'silent' });
  const pool = createPool(appUrl, {
    // Not as a process of Portico, for which a copy of the log would wait.
    applicationName: 'bench',
    searchPath: readPath,
    max: 32,
    statementTimeout: 120_000,
    connectTimeout: 120_000,
  });
  const { store, codec } = openEventStore({ pool, key, definitions: eventCatalogue });
  // One person makes all calls of a benchmark, which is more than the limits allow.
  const limiter = createCallLimiter({ pool, log: silentLog, factor: 1_000 });
  const services: Services = {
    settings,
    store,
    pool,
    db: openReadTables(pool),
    vault: createVault(key),
    names: createGatewayNames(await identifyInstallation(store)),
    targets: createTargetPolicy(settings),
    limiter,
    traces: createTraces({ store, limiter, log: silentLog }),
    log: silentLog,
    now: () => new Date(),
  };
  const stopping = new AbortController();
  let projecting: Promise<void> | undefined;
  return {
    scale,
    folder,
    ownerUrl: cluster.url,
    appUrl,
    key,
    services,
    codec,
    /**
     * Starts to fill the read tables. In production, another process does this, so it is off while commands are
     * measured.
     */
    project: () => {
      projecting ??= runProjections({ store, pool, signal: stopping.signal });
    },
    /** Stops filling the read tables. */
    rest: async () => {
      stopping.abort();
      await projecting;
    },
    close: async () => {
      stopping.abort();
      await projecting;
      await store.close();
      await pool.end();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
