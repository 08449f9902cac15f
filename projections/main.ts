import { eventCatalogue } from '#domain/event-catalogue.ts';
import { failedAppends } from '#eventstore/failed-appends.ts';
import { keepOutside } from '#eventstore/keep-outside.ts';
import { keepVerification } from '#eventstore/log-verifications.ts';
import { firstWithCheckpoints, openSinks } from '#eventstore/merkle/sinks.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { recordVerification } from '#eventstore/record-verification.ts';
import { runSeals } from '#eventstore/run-seals.ts';
import { runVerifications } from '#eventstore/run-verifications.ts';
import { createPool, type Pool } from '#platform/database.ts';
import { addClockMetric, followDatabaseTime } from '#platform/database-time.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease } from '#platform/release.ts';
import { serveMetrics } from '#platform/serve-metrics.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { startOrExit, whenDatabaseResponds } from '#platform/start-or-exit.ts';
import { allProjections } from './all-projections.ts';
import { addLogMetrics } from './engine/log-metrics.ts';
import { createProjectionMetrics } from './engine/metrics.ts';
import { rebuildNightly } from './engine/rebuild-nightly.ts';
import { verificationRecorder } from './record-verification.ts';
import { runProjections } from './run-projections.ts';

const settings = settingsOrExit();
const log = createLog('projector', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-projector', statementTimeout: 60_000 });
const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

// Not at PORT: on a machine that runs all processes with the same settings, that is the BFF's.
const { METRICS_PORT: port, LISTEN_HOST: host, METRICS_TOKEN: token } = settings;
const server = port ? await startOrExit(serveMetrics({ port, host, token })) : undefined;
const openStore = (usedPool: Pool) =>
  openEventStore({
    pool: usedPool,
    key: settings.PORTICO_KEY,
    definitions: eventCatalogue,
    log,
    eventStore: settings,
  });
const { store, verifier, checkpoints, check } = openStore(pool);
const sinks = await startOrExit(openSinks(settings, verifier.name));
const checkAll = async () => {
  await checkRelease(pool);
  await check();
  return await followDatabaseTime(pool, log);
};
const stopClock = await startOrExit(whenDatabaseResponds(checkAll, { log, signal }));
const metrics = createProjectionMetrics(pool, allProjections);
addClockMetric(metrics.registry);
metrics.registry.registerMetric(failedAppends);
addLogMetrics(metrics.registry, pool, { sinks: sinks.map(({ name }) => name), place: checkpoints.source.place });
server?.ready(metrics.registry);

/** Verifies the whole log. In Postgres one statement compares the ends of all streams, so it has a connection of its own. */
async function* verify(onProgress: (events: number) => void) {
  if (settings.EVENTSTORE_URL) {
    yield* store.verify(onProgress, (await firstWithCheckpoints(sinks))?.read);
    return;
  }
  const patient = createPool(settings.DATABASE_URL, {
    applicationName: 'portico-projector',
    statementTimeout: 30 * 60_000,
    max: 1,
  });
  const opened = openStore(patient);
  // The next statement fails, so that nobody waits for the end of a large log.
  const stop = () => void patient.end();
  signal.addEventListener('abort', stop, { once: true });
  try {
    yield* opened.store.verify(onProgress, (await firstWithCheckpoints(sinks))?.read);
  } finally {
    signal.removeEventListener('abort', stop);
    await opened.store.close();
    if (!signal.aborted) await patient.end();
  }
}

log.info('projections run');
await Promise.all([
  runProjections({ store, pool, signal, log, metrics }),
  settings.REBUILD_READ_TABLES === 'nightly'
    ? rebuildNightly({ pool, projections: allProjections, log, signal })
    : undefined,
  runSeals({
    store,
    checkpoints: keepOutside({ pool, checkpoints, sinks, log, signal }),
    keepFindings: (findings) => keepVerification(pool, { kind: 'new', began: new Date(), events: 0, findings }),
    log,
    signal,
  }),
  runVerifications({
    pool,
    record: (found) => recordVerification(store, { by: 'portal', ...found }),
    answer: verificationRecorder(store),
    verify,
    log,
    signal,
  }),
]);
server?.close();
stopClock();
await Promise.all(sinks.map(({ close }) => close()));
await store.close();
await pool.end();
log.info('projections stopped');
