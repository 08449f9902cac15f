import { settingsOrExit } from '#platform/settings.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import { prepareDatabase } from './prepare-database.ts';

const { DATABASE_URL, MIGRATION_DATABASE_URL } = settingsOrExit();

try {
  const applied = await prepareDatabase(MIGRATION_DATABASE_URL, DATABASE_URL);
  console.log(applied.length === 0 ? 'the schema is up to date' : `applied ${applied.join(', ')}`);
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
