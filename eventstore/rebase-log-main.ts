import { settingsOrExit } from '#platform/settings.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import { rebaseLog } from './rebase-log.ts';

/** Runs `npm run rebase-log`. Exit code 1 when it refuses or fails: then nothing was changed. */
const settings = settingsOrExit();

try {
  console.log(await rebaseLog(settings));
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
