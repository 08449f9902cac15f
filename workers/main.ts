import { checkLogOrExit } from '#eventstore/postgres/check-log.ts';
import { createTargetPolicy } from '#gateway/target-policy.ts';
import { createPool } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease, fitOrExit } from '#platform/release.ts';
import { serveMetrics } from '#platform/serve-metrics.ts';
import { settingsOrExit } from '#platform/settings.ts';
import { startWorker } from './start-worker.ts';

const settings = settingsOrExit();
const log = createLog('worker', settings.LOG_LEVEL);
const pool = createPool(settings.DATABASE_URL, { applicationName: 'portico-worker-start', max: 1 });
await fitOrExit(checkRelease(pool));
await checkLogOrExit(pool, settings.PORTICO_KEY);
await pool.end();
const worker = await startWorker({
  databaseUrl: settings.DATABASE_URL,
  redisUrl: settings.REDIS_URL,
  key: settings.PORTICO_KEY,
  log,
  concurrency: settings.WORKER_CONCURRENCY,
  codegenJar: settings.CODEGEN_JAR,
  targets: createTargetPolicy(settings),
  mail: settings.SMTP_URL
    ? {
        smtpUrl: settings.SMTP_URL,
        from: settings.MAIL_FROM,
        publicUrl: settings.PUBLIC_URL,
        reviewPause: settings.REVIEW_MAIL_MINUTES * 60_000,
      }
    : undefined,
});
const metrics = settings.METRICS_PORT
  ? serveMetrics(worker.metrics.registry, settings.METRICS_PORT, settings.METRICS_TOKEN)
  : undefined;
log.info('worker started');

/** Running jobs have 25 s to end, the rest 5 s (requirement H3). Then the process ends in any case. */
const end = async (signal: NodeJS.Signals) => {
  log.info({ signal }, 'worker stops');
  setTimeout(() => process.exit(1), 30_000).unref();
  metrics?.close();
  await worker.stop();
  log.info('worker stopped');
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
