import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '#platform/start-or-exit.ts';
import { adminCall, prepareServer } from './prepare-server.ts';

/** Seconds to wait for servers that start. */
const patience = 120;

/** Prepares the server of EVENTSTORE_URL for its user, with KURRENTDB_ADMIN_PASSWORD. Exit code 1 when it does not succeed. */
const { EVENTSTORE_URL: url = '', KURRENTDB_ADMIN_PASSWORD: adminPassword = '' } = process.env;
for (let second = 0; ; second += 1) {
  try {
    const user = await prepareServer({ url, adminPassword }, await adminCall({ url, adminPassword }));
    console.log(`user ${user} may read the log and append to it`);
    break;
  } catch (error) {
    if (second < patience) {
      await sleep(1_000);
      continue;
    }
    console.error(reasonOf(error));
    process.exitCode = 1;
    break;
  }
}
