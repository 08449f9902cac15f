import { createPool } from '#platform/database.ts';
import { ReleaseError } from '#platform/release.ts';
import { allProjections } from '#projections/all-projections.ts';
import { checkGenerations } from '#projections/engine/check-generations.ts';
import { prepareDatabase } from '../migrations/prepare-database.ts';
import { databaseUrlOf, type Sandbox } from './parts.ts';
import { StartError } from './process/start-error.ts';

/** Migrates the database. @throws StartError when a newer release has written the data. */
export const prepareData = async (sandbox: Sandbox): Promise<void> => {
  const { owner, app } = databaseUrlOf(sandbox);
  const pool = createPool(app, { applicationName: 'portico-sandbox', max: 1 });
  try {
    await prepareDatabase(owner, app);
    await checkGenerations(pool, allProjections);
  } catch (error) {
    throw error instanceof ReleaseError ? new StartError(error.message) : error;
  } finally {
    await pool.end();
  }
};
