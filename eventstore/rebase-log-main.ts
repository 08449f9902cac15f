import { settingsOrExit } from '#platform/settings.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import { rebaseLog } from './rebase-log.ts';

/** Runs `npm run rebase-log`. Exit code 1 when it refuses or fails: then nothing was changed. */
const settings = settingsOrExit();

try {
  const count = await rebaseLog(settings.MIGRATION_DATABASE_URL);
  console.log(
    count === undefined
      ? 'nothing to do: this log is in the Postgres that wrote it, or was already rebased'
      : `renumbered ${count} events; start the processes again and rebuild the projections`,
  );
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
