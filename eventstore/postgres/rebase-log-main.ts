import { settingsOrExit } from '#platform/settings.ts';
import { rebaseLog } from './rebase-log.ts';

const settings = settingsOrExit();

try {
  const count = await rebaseLog(settings.MIGRATION_DATABASE_URL);
  console.log(`renumbered ${count} events; start the processes again and rebuild the projections`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
