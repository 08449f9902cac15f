import { flushCompileCache } from 'node:module';
import { silentLog } from '#platform/log.ts';
import { defaultBackOff } from '#workers/engine/back-off.ts';
import { startQueueWorker } from '#workers/engine/queue.ts';
import { createJobWorker } from '#workers/engine/worker.ts';
import { openServices } from '../../workers/open-services.ts';
import { quick } from './quick-worker.ts';

/**
 * A worker that takes jobs and nothing else, as a process of its own, so that tests can kill it. Told by two
 * variables; begins when a line comes in. SIGTERM lets it end its jobs first. With `WORKER_PATIENT` it waits, and works on as many
 * jobs at once, as in production: what is quick with a few operations is busy with hundreds.
 */
const { WORKER_DATABASE_URL: databaseUrl = '', WORKER_KEY = '', WORKER_PATIENT } = process.env;
const { services } = await openServices({
  databaseUrl,
  key: Buffer.from(WORKER_KEY, 'base64'),
  log: silentLog,
  codegenJar: process.env.CODEGEN_JAR,
  ...quick,
  ...(WORKER_PATIENT ? { backOff: defaultBackOff } : {}),
  // Somebody waits for this to end.
  lease: 1_000,
});
// It is killed before it could do so at its end: the next one starts sooner.
flushCompileCache();
process.stdin.once('data', () => {
  const worker = startQueueWorker(
    { databaseUrl, log: silentLog },
    { concurrency: WORKER_PATIENT ? 8 : 2, lock: quick.lock, work: createJobWorker(services) },
  );
  process.once('SIGTERM', async () => {
    await worker.stop();
    process.exit();
  });
});
