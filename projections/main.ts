import { eventCatalogue } from '#domain/event-catalogue.ts';
import { checkLogOrExit } from '#eventstore/postgres/check-log.ts';
import { openEventStore } from '#eventstore/postgres/open-event-store.ts';
import { runSeals } from '#eventstore/postgres/run-seals.ts';
import { createPool } from '#platform/database.ts';
import { addClockMetric, followDatabaseTime } from '#platform/database-time.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease, fitOrExit } from '#platform/release.ts';
import { serveMetrics } from '#platform/serve-metrics.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { allProjections } from './all-projections.ts';
import { checkGenerations } from './engine/check-generations.ts';
import { createProjectionMetrics } from './engine/metrics.ts';
import { runProjections } from './run-projections.ts';

const settings = settingsOrExit();
const log = createLog('projector', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-projector', statementTimeout: 60_000 });
await fitOrExit(checkRelease(pool));
await fitOrExit(checkGenerations(pool, allProjections));
await checkLogOrExit(pool, settings.PORTICO_KEY);
const stopClock = await followDatabaseTime(pool, log);
const { store } = openEventStore({ pool, key: settings.PORTICO_KEY, definitions: eventCatalogue, log });
const metrics = createProjectionMetrics(pool);
addClockMetric(metrics.registry);
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());

// Not at PORT: on a machine that runs all processes with the same settings, that is the BFF's.
const server = settings.METRICS_PORT
  ? serveMetrics(metrics.registry, settings.METRICS_PORT, settings.METRICS_TOKEN)
  : undefined;

log.info('projections run');
const { signal } = stopping;
await Promise.all([runProjections({ store, pool, signal, log, metrics }), runSeals({ pool, log, signal })]);
server?.close();
stopClock();
await store.close();
await pool.end();
log.info('projections stopped');
