import { settingsOrExit } from '#platform/settings.ts';
import { ensureAppRole } from './app-role.ts';
import { migrate } from './run.ts';

const settings = settingsOrExit();
const app = new URL(settings.DATABASE_URL);
const role = decodeURIComponent(app.username);

try {
  // With one role for both, the application owns the tables: fine for trying out, only the trigger guards the log then.
  if (settings.MIGRATION_DATABASE_URL !== settings.DATABASE_URL) {
    await ensureAppRole(settings.MIGRATION_DATABASE_URL, role, decodeURIComponent(app.password));
  }
  const applied = await migrate(settings.MIGRATION_DATABASE_URL, role);
  console.log(applied.length === 0 ? 'the schema is up to date' : `applied ${applied.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
