import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createServerPolicy } from '#gateway/target/server-policy.ts';
import { createTargetPolicy } from '#gateway/target/target-policy.ts';
import { createPool } from '#platform/database.ts';
import { addClockMetric, followDatabaseTime } from '#platform/database-time.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease } from '#platform/release.ts';
import { serveMetrics } from '#platform/serve-metrics.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { sendSpans } from '#platform/spans/send-spans.ts';
import { startOrExit, whenDatabaseResponds } from '#platform/start-or-exit.ts';
import { startWorker } from './start-worker.ts';
import { openTrailSinks } from './trail/open-sinks.ts';

const settings = settingsOrExit();
const log = createLog('worker', settings.LOG_LEVEL);
const starting = new AbortController();
const endStart = () => starting.abort();
process.once('SIGTERM', endStart);
process.once('SIGINT', endStart);

const stopSending = await sendSpans(settings, 'worker', log);
const { METRICS_PORT: port, LISTEN_HOST: host, METRICS_TOKEN: token } = settings;
const metrics = port ? await startOrExit(serveMetrics({ port, host, token })) : undefined;
/** For the checks of the start, and then for the clock. */
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-worker-start', max: 1 });
const { store, check } = openEventStore({
  pool,
  key: settings.PORTICO_KEY,
  definitions: eventCatalogue,
  log,
  eventStore: settings,
});
const checkAll = async () => {
  await checkRelease(pool);
  await check();
  await store.close();
  await followDatabaseTime(pool, log);
};
const trail = await startOrExit(openTrailSinks(settings));
const start = () =>
  startWorker({
    trail,
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    key: settings.PORTICO_KEY,
    eventStore: settings,
    log,
    concurrency: settings.WORKER_CONCURRENCY,
    codegenJar: settings.CODEGEN_JAR,
    codegenSeconds: settings.CODEGEN_SECONDS,
    targets: createTargetPolicy(settings),
    brokerPlaces: createServerPolicy(settings),
    clockDays: {
      access: settings.ACCESS_DUE_DAYS,
      registration: settings.REGISTRATION_DUE_DAYS,
      deletion: settings.DELETION_DUE_DAYS,
      drift: settings.DRIFT_DUE_DAYS,
      approval: settings.APPROVAL_DUE_DAYS,
    },
    mail: settings.SMTP_URL
      ? {
          smtpUrl: settings.SMTP_URL,
          from: settings.MAIL_FROM,
          publicUrl: settings.PUBLIC_URL,
          reviewPause: settings.REVIEW_MAIL_MINUTES * 60_000,
          digestPause: 24 * 3_600_000,
          togetherPause: 60_000,
        }
      : undefined,
  });
await startOrExit(whenDatabaseResponds(checkAll, { log, signal: starting.signal }));
const worker = await startOrExit(whenDatabaseResponds(start, { log, signal: starting.signal }));
addClockMetric(worker.metrics.registry);
process.off('SIGTERM', endStart);
process.off('SIGINT', endStart);
metrics?.ready(worker.metrics.registry);
log.info('worker started');

let isEnding = false;
/** Running jobs have 25 s to end, the rest 5 s (requirement H3). Then the process ends in any case. */
const end = async (signal: NodeJS.Signals) => {
  // Whoever ends the whole group may send the signal twice: itself, and through `npm`.
  if (isEnding) return;
  isEnding = true;
  log.info({ signal }, 'worker stops');
  setTimeout(() => process.exit(1), 30_000).unref();
  metrics?.close();
  await worker.stop();
  await stopSending();
  log.info('worker stopped');
  process.exit(0);
};
process.on('SIGTERM', end);
process.on('SIGINT', end);
