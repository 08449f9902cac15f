import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { checkLogOrExit } from '#eventstore/postgres/check-log.ts';
import { createPool } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { serveMetrics } from '#platform/serve-metrics.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { createProjectionMetrics } from './metrics.ts';
import { runProjections } from './run-projections.ts';

const settings = settingsOrExit();
const log = createLog('projector', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-projector', statementTimeout: 60_000 });
await checkLogOrExit(pool, settings.PORTICO_KEY);
const { store } = openEventStore({ pool, key: settings.PORTICO_KEY, definitions: eventCatalogue, log });
const metrics = createProjectionMetrics(pool);
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());

const server = serveMetrics(metrics.registry, settings.PORT, settings.METRICS_TOKEN);

log.info('projections run');
await runProjections({ store, pool, signal: stopping.signal, log, metrics });
server.close();
await store.close();
await pool.end();
log.info('projections stopped');
