import { settingsOrExit } from '#platform/settings.ts';
import { rebaseLog } from './rebase-log.ts';

/** `npm run rebase-log`. Exit code 1 when it refuses or fails: nothing is changed then. */
const settings = settingsOrExit();

try {
  const count = await rebaseLog(settings.MIGRATION_DATABASE_URL);
  console.log(
    count === undefined
      ? 'nothing to do: this log is in the Postgres that wrote it, or was mended before'
      : `renumbered ${count} events; start the processes again and rebuild the projections`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
