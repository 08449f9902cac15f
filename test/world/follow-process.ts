import { silentLog } from '#platform/log.ts';
import { followAll } from '../../workers/deployment/follow.ts';
import { openServices } from '../../workers/open-services.ts';
import { quick } from './quick-worker.ts';

/** Brings all deployments that follow others level, once, as a process of its own, so that tests can kill it. */
const { WORKER_DATABASE_URL: databaseUrl = '', WORKER_KEY = '' } = process.env;
const { services, close } = await openServices({
  databaseUrl,
  key: Buffer.from(WORKER_KEY, 'base64'),
  log: silentLog,
  ...quick,
});
await followAll(services);
await close();
